import { formatCount } from '@kaiku/core/format.ts'
import { IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { PlaceOnPage } from '../figure/chosen.ts'
import { FilterChips } from '../filter-panel/filter-chips.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../pick-list/pick-list.module.css'
import { PlaceHeader } from '../place/place-header.tsx'
import { ReportsButton } from '../report-dialog/reports-button.tsx'
import { samplesQuery } from '../sample/sample.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { SampleBulkBar } from './sample-bulk-bar.tsx'
import { SampleDownload } from './sample-download.tsx'
import { SampleErasuresDialog } from './sample-erasures-dialog.tsx'
import { SampleImportDialog } from './sample-import-dialog.tsx'
import css from './sample-list.module.css'
import { SampleNarrowing, useSampleNarrowing } from './sample-narrowing.tsx'
import { SampleTable } from './sample-table.tsx'

/** People who are or may be asked at this place, narrowed by the filters beside it and by what became of them. */
export function SampleListPage() {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  return (
    <>
      <PlaceHeader />
      <div data-screen-only className={listCss.chips}>
        <FilterChips />
        <ReportsButton />
      </div>
      {permissions.includes('manageSamples') ? (
        <PlaceOnPage value={0}>
          <Samples />
        </PlaceOnPage>
      ) : (
        <Notice title={t('samples.title')}>{t('samples.notYours')}</Notice>
      )}
    </>
  )
}

function Samples() {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { isReadOnly, permissions } = useIdentity()
  const narrowing = useSampleNarrowing()
  const list = useInfiniteQuery(samplesQuery(at, narrowing.asked, i18n.language))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'import' | 'erasures' | null>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list
  const [first] = data?.pages ?? []
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const chosen = rows.filter(({ sampleId }) => picked.has(sampleId))
  const maySearch = rows.length === 0 || rows.some(({ person }) => person !== null)
  return (
    <section aria-label={t('samples.title')} className={listCss.page}>
      <div className={css.head}>
        <SampleNarrowing narrowing={narrowing} list={first} maySearch={maySearch} />
        <span className={css.acts} data-screen-only>
          <Button onClick={() => setDialog('erasures')}>{t('erasures.title')}</Button>
          {!isReadOnly && (
            <Button onClick={() => setDialog('import')}>
              <IconUpload size={16} aria-hidden /> {t('sampleImport.open')}
            </Button>
          )}
        </span>
      </div>
      {dialog === 'import' && <SampleImportDialog onClose={() => setDialog(null)} />}
      {dialog === 'erasures' && <SampleErasuresDialog onClose={() => setDialog(null)} />}
      {!isReadOnly && chosen.length > 0 && <SampleBulkBar samples={chosen} onDone={() => setPicked(new Set())} />}
      {error ? (
        <Failed title={t('samples.failed')} error={error} onRetry={refetch} />
      ) : !first ? (
        <Skeleton height={480} />
      ) : rows.length === 0 ? (
        <Notice title={t('samples.empty')}>{t('samples.emptyWhy')}</Notice>
      ) : (
        <div className={listCss.card} data-stale={isPlaceholderData || undefined}>
          <div className={css.tableHead}>
            <p className={listCss.total} role="status">
              {t('samples.total', { count: first.total, n: formatCount(first.total, i18n.language) })}
            </p>
            {permissions.includes('export') && <SampleDownload total={first.total} asked={narrowing.asked} />}
          </div>
          <SampleTable rows={rows} picked={picked} onPick={isReadOnly ? undefined : (ids) => setPicked(new Set(ids))} />
          {hasNextPage && (
            <Button data-screen-only disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('samples.more')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
