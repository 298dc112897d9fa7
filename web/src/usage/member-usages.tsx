import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInAddress, useOneInAddress, useTyped } from '../browser/in-address.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import toolsCss from '../user-list/user-list.module.css'
import { type MemberOrder, memberStates, membersShown } from './member-order.ts'
import { MemberTable } from './member-table.tsx'
import css from './usage.module.css'
import { memberUsageQuery } from './usage.queries.ts'

/** Who uses Kaiku and how much: found by name, role or place, sorted, exported. */
export function MemberUsages() {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(memberUsageQuery(universe, i18n.language))
  const { busy, fault, attempt } = useAttempt()
  const [search, setSearch] = useTyped(useInAddress('search'))
  const [role, setRole] = useInAddress('role')
  const [wanted, setState] = useOneInAddress('state', memberStates)
  const state = wanted === '' ? 'all' : wanted
  const [order, setOrder] = useState<MemberOrder>({ column: 'days90', desc: true })
  const filter = useDeferredValue(useMemo(() => ({ search, role, state }), [search, role, state]))
  const shown = useMemo(() => membersShown(data ?? [], filter, order, Date.now()), [data, filter, order])
  const count = (n: number) => formatCount(n, i18n.language)
  const save = () =>
    void attempt(async () => {
      const { rows, csv } = await send('usage.exportPeople', { locale: i18n.language })
      download(new Blob([csv], { type: 'text/csv;charset=utf-8' }), t('usage.part.people'), 'csv')
      say(t('usage.exported', { count: rows, n: count(rows) }))
      return null
    })
  if (error) return <Failed title={t('usage.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  const roles = new Map(data.flatMap((one) => one.roles.map(({ roleId, name }) => [roleId, name] as const)))
  const isNameless = data.length > 0 && data.every(({ days30 }) => days30 === null)
  return (
    <div className={css.page}>
      <p className={css.kept}>{isNameless ? t('usage.daysNotKept') : t('usage.peopleWhy')}</p>
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={toolsCss.tools}>
        <div className={toolsCss.search}>
          <Field
            label={t('usage.search')}
            hideLabel
            type="search"
            placeholder={t('usage.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <Select
          label={t('users.roleFilter')}
          boxed
          value={roles.has(role) ? role : ''}
          choices={[
            { value: '', title: t('users.anyRole') },
            ...[...roles].map(([value, title]) => ({ value, title })),
          ]}
          onChange={setRole}
        />
        <Select
          label={t('usage.who')}
          boxed
          value={state}
          choices={memberStates.map((value) => ({ value, title: t(`usage.who.${value}`) }))}
          onChange={(next) => setState(next === 'all' ? '' : next)}
        />
        <Button disabled={busy} onClick={save}>
          <IconDownload size={16} aria-hidden /> {t('usage.export')}
        </Button>
        <span className={toolsCss.found} role="status">
          {t('users.found', { n: count(shown.length), of: count(data.length) })}
        </span>
      </div>
      {shown.length === 0 ? (
        <Notice title={t('users.nobody')}>{t('users.nobodyWhy')}</Notice>
      ) : (
        <MemberTable members={shown} order={order} onOrder={setOrder} />
      )}
    </div>
  )
}
