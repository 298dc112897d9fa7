import { auditActions } from '@kaiku/core/audit-action.ts'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send, sendForFile } from '../send.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { useAttempt } from '../session/use-attempt.ts'
import { Failed } from '../text/failed.tsx'
import { Button, Field, Select } from '../ui/control.tsx'
import { download } from '../ui/export.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './audit.module.css'
import { AuditTable } from './audit-table.tsx'

type Action = (typeof auditActions)[number]
type Filter = { action: Action | ''; person: string; from: string; to: string; text: string }
const all: Filter = { action: '', person: '', from: '', to: '', text: '' }

const asked = ({ action, from, to, person, text }: Filter) => ({
  ...{ person: person.trim(), text: text.trim() },
  ...(action === '' ? {} : { action }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

/** What was done in the universe, for who may see it. */
export function AuditPage() {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  if (!permissions.includes('seeAudit')) return <Notice title={t('audit.notYours')} />
  return <AuditLog />
}

function AuditLog() {
  const { t } = useTranslation()
  const { universe } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [filter, setFilter] = useState(all)
  const wanted = asked(useDeferredValue(filter))
  const log = useInfiniteQuery({
    queryKey: ['audit', universe, wanted],
    queryFn: ({ pageParam, signal }) =>
      send('audit', { ...wanted, ...(pageParam === '' ? {} : { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  })
  const set = (change: Partial<Filter>) => setFilter((before) => ({ ...before, ...change }))
  const entries = log.data?.pages.flatMap((page) => page.entries)
  const save = () =>
    void attempt(async () => {
      download(await sendForFile('auditExport', wanted), t('audit.title'), 'csv')
      return null
    })
  return (
    <div className={css.page}>
      <PageHead
        title={t('audit.title')}
        actions={
          <Button disabled={busy} onClick={save}>
            <IconDownload size={16} aria-hidden /> {t('audit.export')}
          </Button>
        }
      />
      {fault !== '' && <p role="alert">{fault}</p>}
      <search className={css.tools}>
        <Field
          label={t('audit.text')}
          type="search"
          value={filter.text}
          onChange={({ target }) => set({ text: target.value })}
        />
        <Field
          label={t('audit.person')}
          type="search"
          value={filter.person}
          onChange={({ target }) => set({ person: target.value })}
        />
        <div className={css.labelled}>
          <span aria-hidden>{t('audit.what')}</span>
          <Select<Action | ''>
            label={t('audit.what')}
            boxed
            value={filter.action}
            choices={[
              { value: '', title: t('audit.any') },
              ...auditActions.map((value) => ({ value, title: t(`audit.action.${value}`) })),
            ]}
            onChange={(action) => set({ action })}
          />
        </div>
        <Field
          label={t('audit.from')}
          type="date"
          value={filter.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Field
          label={t('audit.to')}
          type="date"
          value={filter.to}
          onChange={({ target }) => set({ to: target.value })}
        />
      </search>
      {log.error && <Failed title={t('audit.failed')} error={log.error} onRetry={log.refetch} />}
      {!entries && !log.error && <Skeleton height={480} />}
      {entries?.length === 0 && <Notice title={t('audit.empty')}>{t('audit.emptyWhy')}</Notice>}
      {entries && entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <Button className={css.more} disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </div>
  )
}
