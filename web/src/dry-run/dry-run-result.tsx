import { formatCount } from '@kaiku/core/format.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import type { Reply, Sent } from '../call/calls.ts'
import { Badge } from '../control/badge.tsx'
import { Highlight } from '../control/highlight.tsx'
import { Notice } from '../overlay/notice.tsx'
import css from './alert-rule.module.css'
import { DaysWithAlerts } from './days-with-alerts.tsx'
import { ExampleTable } from './example-table.tsx'
import { RaiseNow } from './raise-now.tsx'
import { type Share, Shares } from './shares.tsx'

export type DryRun = Reply<'alertRule.dryRun'>
/** The days, and the only rule that is meant. */
export type DryRunInput = Omit<Sent<'alertRule.backfill'>, 'rules'>

type Props = {
  run: DryRun
  asked: DryRunInput
  /** Absent: these rules are published, and what they found may be raised. Else what can be done about them. */
  publishing?: ReactNode
}

/** What rules would have raised: how many, when, to whom, where, and which. */
export function DryRunResult({ run, asked, publishing }: Props) {
  const { t, i18n } = useTranslation()
  const isPublished = publishing === undefined
  const n = (value: number) => formatCount(value, i18n.language)
  const { total, raised } = run
  if (total === 0) return <Notice title={t('rule.nothing')}>{t('rule.nothingWhy')}</Notice>
  const nameOf = ({ owner }: DryRun['owners'][number]) => owner?.name ?? t('alert.nobody')
  const placed = run.places.map(({ place, ...counts }) => ({
    key: place.path,
    title: place.names
      .filter((name) => name !== '')
      .slice(-2)
      .join(' › '),
    ...counts,
  }))
  const rest = total - placed.reduce((sum, { count }) => sum + count, 0)
  const elsewhere: Share[] =
    rest > 0
      ? [
          {
            key: '',
            title: t('rule.elsewhere'),
            count: rest,
            raised: raised - placed.reduce((sum, one) => sum + one.raised, 0),
          },
        ]
      : []
  return (
    <>
      <div className={css.sum}>
        <p>
          <Highlight
            text={t('rule.found', {
              count: total,
              n: n(total),
              interviews: n(run.interviews),
              from: momentDayText(asked.from, i18n.language),
              to: momentDayText(asked.to, i18n.language),
            })}
          />
          {' · '}
          {raised === 0 ? t('rule.noneThere') : t('rule.there', { n: n(raised) })}
          {!isPublished && (
            <>
              {' '}
              <Badge>{t('rule.unpublished')}</Badge>
            </>
          )}
        </p>
        {isPublished ? <RaiseNow run={run} asked={asked} /> : publishing}
      </div>
      {run.isCut && <p className={css.quiet}>{t('rule.cut')}</p>}
      <DaysWithAlerts days={run.days} from={asked.from} to={asked.to} />
      <div className={css.shares}>
        {run.rules.length > 1 && (
          <Shares
            title={t('rule.perRule')}
            shares={run.rules.map(({ id, ...one }) => ({ key: id, ...one })).sort((a, b) => b.count - a.count)}
          />
        )}
        <Shares
          title={t('rule.perOwner')}
          shares={run.owners.map((one) => ({
            key: one.owner?.userId ?? '',
            title: nameOf(one),
            count: one.count,
            raised: one.raised,
          }))}
        />
        <Shares title={t('rule.perPlace')} shares={[...placed, ...elsewhere]} />
      </div>
      <ExampleTable run={run} />
    </>
  )
}
