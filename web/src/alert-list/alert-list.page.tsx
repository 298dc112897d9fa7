import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { alertChoicesQuery, alertsQuery, goesOnFrom } from '../alert/alert.queries.ts'
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
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { AlertBulkBar } from './alert-bulk-bar.tsx'
import { AlertGroups } from './alert-groups.tsx'
import css from './alert-list.module.css'
import { AlertNarrowing, useNarrowing } from './alert-narrowing.tsx'
import { AlertTable } from './alert-table.tsx'
import { useAlertKeys } from './use-alert-keys.ts'

/** What answers ask of us at this place: narrowed by the filters beside it and by state, owner and severity. */
export function AlertListPage() {
  const { t } = useTranslation()
  return (
    <>
      <PlaceHeader />
      <div data-screen-only className={listCss.chips}>
        <FilterChips />
        <RulesLink className={css.rules}>{t('alerts.rules')}</RulesLink>
        <ReportsButton />
      </div>
      <PlaceOnPage value={0}>
        <Alerts />
      </PlaceOnPage>
    </>
  )
}

function Alerts() {
  const { t, i18n } = useTranslation()
  const at = useAt()
  const { isReadOnly } = useIdentity()
  const narrowing = useNarrowing()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = useInfiniteQuery(
    alertsQuery(at, narrowing.asked, i18n.language),
  )
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLElement>(null)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const last = data?.pages.at(-1)
  const goesOn = last && goesOnFrom(at, narrowing.asked, i18n.language, last)
  const onPick = isReadOnly ? undefined : (ids: readonly string[]) => flushSync(() => setPicked(new Set(ids)))
  useAlertKeys(list, {
    survey: at.survey,
    rows,
    picked,
    onPick,
    goesOn,
    onAssign: () => list.current?.querySelector<HTMLElement>('[data-assign] select')?.focus(),
    onMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  })
  const failed = error && <Failed title={t('alerts.failed')} error={error} onRetry={refetch} />
  const first = data?.pages[0]
  if (!first || !goesOn) return failed ?? <Skeleton height={480} />
  const chosen = rows.filter(({ alertId }) => picked.has(alertId))
  return (
    <section ref={list} aria-label={t('alerts.title')} className={listCss.page}>
      {failed}
      <AlertNarrowing narrowing={narrowing} counts={first.counts} overdue={first.overdue} />
      {narrowing.group !== 'no' && <AlertGroups by={narrowing.group} narrowing={narrowing} />}
      {!isReadOnly && chosen.length > 0 && <AlertBulkBar alerts={chosen} onDone={() => setPicked(new Set())} />}
      {rows.length === 0 ? (
        <NoAlerts />
      ) : (
        <div className={listCss.card} data-stale={isPlaceholderData || undefined}>
          <p className={listCss.total}>
            {t('alerts.total', { count: first.total, n: formatCount(first.total, i18n.language) })}
          </p>
          <AlertTable rows={rows} picked={picked} onPick={onPick} goesOn={goesOn} />
          {hasNextPage && (
            <Button data-screen-only disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('alerts.more')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Why there are none: what was chosen, or that nothing asks for any. */
function NoAlerts() {
  const { t, i18n } = useTranslation()
  const { survey } = useAt()
  const { permissions } = useIdentity()
  const { data } = useQuery(alertChoicesQuery(survey, i18n.language))
  if (data?.rules.length !== 0) return <Notice title={t('alerts.empty')}>{t('alerts.emptyWhy')}</Notice>
  const mayEdit = permissions.includes('editConfiguration')
  return (
    <Notice title={t('alerts.noRules')} action={mayEdit && <RulesLink>{t('alerts.tryRules')}</RulesLink>}>
      {t(mayEdit ? 'alerts.noRulesHow' : 'alerts.noRulesWhom')}
    </Notice>
  )
}

/** The way to what raises alerts. */
function RulesLink(props: { className?: string | undefined; children: string }) {
  const { survey } = useAt()
  const { href } = useLocation()
  return (
    <Link to={ownAddress(pathTo('alertrules', { survey }))} state={{ cameFrom: href }} preload={false} {...props} />
  )
}
