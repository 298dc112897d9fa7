import { auditActions } from '@kaiku/core/audit-action.ts'
import { readDay } from '@kaiku/core/day.ts'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useInAddress, useOneInAddress, useTyped } from '../browser/in-address.ts'
import { send, sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, DayField, Field, Select } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './audit.module.css'
import { AuditTable } from './audit-table.tsx'

type Action = (typeof auditActions)[number]
type Filter = { action: Action | ''; person: string; from: string; to: string; text: string }

/** A day that an address names; what is none is not asked for. */
const dayOf = (text: string) => readDay(text) ?? ''

const asked = ({ action, from, to, person, text }: Filter) => ({
  person: person.trim(),
  text: text.trim(),
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
  const [action, setAction] = useOneInAddress('action', auditActions)
  const [person, setPerson] = useTyped(useInAddress('person'))
  const [text, setText] = useTyped(useInAddress('search'))
  const [from, setFrom] = useInAddress('from')
  const [to, setTo] = useInAddress('to')
  const filter: Filter = { action, person, text, from: dayOf(from), to: dayOf(to) }
  const wanted = asked(filter)
  const log = useInfiniteQuery({
    queryKey: ['audit', universe, wanted],
    queryFn: ({ pageParam, signal }) =>
      send('audit.audit', { ...wanted, ...(pageParam === '' ? {} : { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries)
  const save = () =>
    void attempt(async () => {
      download(await sendForFile('audit.auditExport', wanted), t('audit.title'), 'csv')
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
          onChange={({ target }) => setText(target.value)}
        />
        <Field
          label={t('audit.person')}
          type="search"
          value={filter.person}
          onChange={({ target }) => setPerson(target.value)}
        />
        <Labelled title={t('audit.what')}>
          <Select<Action | ''>
            label={t('audit.what')}
            boxed
            value={filter.action}
            choices={[
              { value: '', title: t('audit.any') },
              ...auditActions.map((value) => ({ value, title: t(`audit.action.${value}`) })),
            ]}
            onChange={setAction}
          />
        </Labelled>
        <DayField label={t('audit.from')} value={filter.from} onChange={({ target }) => setFrom(target.value)} />
        <DayField label={t('audit.to')} value={filter.to} onChange={({ target }) => setTo(target.value)} />
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
