import { alertStates } from '@kaiku/core/alert-state.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AlertSearch, goesOnFrom, someAlertsQuery } from '../alert/alert.queries.ts'
import { ownerText, placeText } from '../alert/alert-words.ts'
import { AlertsLink } from '../alert/alerts-link.tsx'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { Card } from '../card/card.tsx'
import type { DataTable } from '../card/data-table.tsx'
import { NoticeCard } from '../card/notice-card.tsx'
import { usualHeight } from '../card/usual-height.ts'
import { useOwnAt } from '../drill-path/own-at.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { writePath } from '../filter-reference/filter-reference.ts'
import { Retry } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './alert-list.module.css'
import { AlertTable } from './alert-table.tsx'

const nobody: ReadonlySet<string> = new Set()

/** The first alerts of a place on a page; the list has the rest. */
export function AlertList({ asked, title }: ComponentProps<'AlertList'>) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const fileOf = useTableFile(asked)
  const at = useOwnAt(asked.filter)
  const { state, sort, limit } = asked
  const states = alertStates.filter((one) => state === 'all' || (one === 'solved') === (state === 'solved'))
  const narrowing: AlertSearch = { sort, state: states.join() }
  const mayHandle = permissions.includes('handleAlerts')
  const query = useQuery({ ...someAlertsQuery(at, narrowing, limit, i18n.language), enabled: mayHandle })
  const { data, error } = query
  const heading = title ?? t('component.AlertList')
  const notice = (words: string, why: string) => (
    <NoticeCard heading={heading} title={words} action={error && <Retry error={error} onRetry={query.refetch} />}>
      {why}
    </NoticeCard>
  )
  if (!mayHandle) return notice(t('loop.notYours'), t('loop.notYoursWhy'))
  if (error) return notice(t('alerts.failed'), faultText(error, t))
  if (!data) return <Skeleton {...usualHeight(asked)} />
  if (data.rows.length === 0) return notice(t('alerts.empty'), t('alerts.emptyWhy'))
  const table: DataTable = {
    head: [t('alerts.alert'), t('place'), t('alert.field.state'), t('alert.field.owner'), t('alert.field.dueAt')],
    rows: data.rows.map((alert) => [
      alert.title,
      placeText(alert),
      t(`alert.state.${alert.state}`),
      ownerText(alert, t),
      alert.dueAt && momentText(alert.dueAt, i18n.language),
    ]),
  }
  const path = writePath(at.path, at.selection)
  return (
    <Card title={heading} count={formatCount(data.total, i18n.language)} table={table} fetchFile={fileOf(heading)}>
      <AlertTable
        rows={data.rows}
        picked={nobody}
        onPick={undefined}
        goesOn={goesOnFrom(at, narrowing, i18n.language, data)}
      />
      <AlertsLink survey={at.survey} path={path} chosen={{ state, sort }} className={css.all} data-screen-only>
        {t('loop.seeAll')}
      </AlertsLink>
    </Card>
  )
}
