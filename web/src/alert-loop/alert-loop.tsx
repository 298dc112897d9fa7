import type { alertLoopCalls } from '@kaiku/contract/alert-loop.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import { dash, formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alertLoopQuery, alertRecoveryQuery } from '../alert/alert.queries.ts'
import { AlertsLink } from '../alert/alerts-link.tsx'
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
import css from './alert-loop.module.css'
import { LoopPlaces } from './loop-places.tsx'
import { hoursText, type Loop, percentText, scoreText, signedText } from './loop-words.ts'

/** How what answers ask of us is dealt with: in time, how soon, for good, why it came about, and what customers said then. */
export function AlertLoop({ asked, title }: ComponentProps<'AlertLoop'>) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const fileOf = useTableFile(asked)
  const at = useOwnAt(asked.filter)
  const mayHandle = permissions.includes('handleAlerts')
  const { data, error, refetch } = useQuery({ ...alertLoopQuery(at, i18n.language), enabled: mayHandle })
  const heading = title ?? t('component.AlertLoop')
  const notice = (words: string, why: string, retry?: ReactNode) => (
    <NoticeCard heading={heading} title={words} action={retry}>
      {why}
    </NoticeCard>
  )
  if (!mayHandle) return notice(t('loop.notYours'), t('loop.notYoursWhy'))
  if (error) return notice(t('alerts.failed'), faultText(error, t), <Retry error={error} onRetry={refetch} />)
  if (!data) return <Skeleton {...usualHeight(asked)} />
  if (data.alerts === 0) return notice(t('alerts.empty'), t('loop.emptyWhy'))
  return (
    <Card
      title={heading}
      count={formatCount(data.alerts, i18n.language)}
      table={tableOf(data, t('place'))}
      fetchFile={fileOf(heading)}
    >
      <Tiles loop={data} at={at} />
      {data.rootCauses.length > 0 && <RootCauses loop={data} at={at} />}
      {asked.byPlace && data.places.length > 0 && <LoopPlaces places={data.places} at={at} />}
    </Card>
  )

  function tableOf(loop: Loop, place: string): DataTable {
    const columns = ['alerts', 'solved', 'inTime', 'firstAction', 'close', 'reopened'] as const
    const row = (name: string, one: Omit<Loop, 'rootCauses' | 'actions' | 'places'>) => [
      name,
      one.alerts,
      one.solved,
      one.inTime.percent,
      one.firstAction.median,
      one.close.median,
      one.reopened.percent,
    ]
    return {
      head: [place, ...columns.map((one) => t(`loop.${one}`))],
      rows: [row(t('loop.total'), loop), ...loop.places.map((one) => row(one.title, one))],
    }
  }
}

type Own = { loop: Loop; at: ReturnType<typeof useOwnAt> }

function Tiles({ loop, at }: Own) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const n = (count: number) => t('loop.of', { count, n: formatCount(count, locale) })
  const p90 = (hours: number | null) => t('loop.p90', { time: hoursText(hours, locale) })
  const path = writePath(at.path, at.selection)
  const see = (chosen: Readonly<Record<string, string>>, title: string) => (
    <AlertsLink survey={at.survey} path={path} chosen={chosen} aria-label={t('loop.seeOf', { title })}>
      {t('loop.see')}
    </AlertsLink>
  )
  const { inTime, firstAction, close, reopened } = loop
  const solved = { state: 'solved' }
  return (
    <ul className={css.tiles}>
      <Tile title={t('loop.inTime')} value={percentText(inTime, locale)} note={n(inTime.n)}>
        {see({ state: 'all' }, t('loop.inTime'))}
      </Tile>
      <Tile title={t('loop.firstAction')} value={hoursText(firstAction.median, locale)} note={p90(firstAction.p90)}>
        {see({ state: 'all', sort: 'newest' }, t('loop.firstAction'))}
      </Tile>
      <Tile title={t('loop.close')} value={hoursText(close.median, locale)} note={p90(close.p90)}>
        {see(solved, t('loop.close'))}
      </Tile>
      <Tile title={t('loop.reopened')} value={percentText(reopened, locale)} note={n(reopened.n)}>
        {see({ state: 'all', reopened: 'yes' }, t('loop.reopened'))}
      </Tile>
      <Recovered at={at}>{see(solved, t('loop.recovered'))}</Recovered>
    </ul>
  )
}

type TileParts = {
  title: string
  value: string
  note: string
  /** The longest note that may come: its room is kept, so that nothing below moves under the pointer. */
  longest?: string
  children: ReactNode
}

const Tile = ({ title, value, note, longest, children }: TileParts) => (
  <li className={css.tile}>
    <h3>{title}</h3>
    <p className={css.value}>{value}</p>
    <div className={css.note}>
      <p>{note}</p>
      {longest && (
        <p aria-hidden className={css.room}>
          {longest}
        </p>
      )}
    </div>
    <p data-screen-only>{children}</p>
  </li>
)

/** What those said who were reached, against those whom nobody had reached. */
function Recovered({ at, children }: { at: Own['at']; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { data, isPending } = useQuery(alertRecoveryQuery(at, i18n.language))
  const locale = i18n.language
  const difference = (one: Estimate) =>
    t('loop.difference', {
      value: signedText(one.value, locale),
      low: signedText(one.low, locale),
      high: signedText(one.high, locale),
    })
  const against = (one: Again, other: Again) =>
    t('loop.against', {
      n: formatCount(one.n, locale),
      others: formatCount(other.n, locale),
      before: scoreText(one.before, locale),
      after: scoreText(one.value, locale),
      othersBefore: scoreText(other.before, locale),
      othersAfter: scoreText(other.value, locale),
    })
  const longest = `${against(typical, typical)} ${difference(typical.change)}`
  if (isPending)
    return (
      <Tile title={t('loop.recovered')} value={dash} note="" longest={longest}>
        {children}
      </Tile>
    )
  if (!data || data.indicator === null) return null
  const { change } = data.reached
  const told = data.difference === null ? t('loop.tooFew') : difference(data.difference)
  return (
    <Tile
      title={t('loop.recoveredOf', { indicator: data.indicator.title })}
      value={change === null ? dash : signedText(change.value, locale)}
      note={`${against(data.reached, data.unreached)} ${told}`}
      longest={longest}
    >
      {children}
    </Tile>
  )
}

type Again = ReplyOf<(typeof alertLoopCalls)['recovery']>['reached']
type Estimate = NonNullable<Again['change']>
const typical = { n: 1000, before: 10.5, value: 10.5, change: { value: 10.5, low: -10.5, high: 10.5 } }

const mostCauses = 6

function RootCauses({ loop: { rootCauses, solved }, at }: Own) {
  const { t, i18n } = useTranslation()
  const path = writePath(at.path, at.selection)
  return (
    <section className={css.causes} aria-label={t('loop.rootCauses')}>
      <h3>{t('loop.rootCauses')}</h3>
      <ul>
        {rootCauses.slice(0, mostCauses).map(({ id, title, count }) => (
          <li key={id}>
            <AlertsLink survey={at.survey} path={path} chosen={{ state: 'solved', cause: id }}>
              {title}
            </AlertsLink>
            <i aria-hidden>
              <b style={{ width: `${(100 * count) / Math.max(1, solved)}%` }} />
            </i>
            <span>{formatCount(count, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
