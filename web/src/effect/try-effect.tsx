import { daysBetween } from '@kaiku/core/day.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import type { Sent } from '../call/calls.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { Highlight } from '../control/highlight.tsx'
import list from '../dry-run/alert-rule.module.css'
import { DaysWithAlerts } from '../dry-run/days-with-alerts.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from '../rule-field/rule-editor.module.css'
import { type EffectDryRun, effectKey } from './effect.queries.ts'
import { About } from './run-table.tsx'
import { TriedScriptResult } from './tried-script.tsx'

type Asked = Sent<'effect.dryRun'>
type Props = {
  preview: UseQueryResult<EffectDryRun>
  asked: Asked
  /** It is published as it stands here, so that it may be done for past days. */
  isPublished: boolean
}

/** Whom a block would have touched over past days. */
export function TryEffect({
  preview: { data, error, isFetching, isPlaceholderData, refetch },
  asked,
  isPublished,
}: Props) {
  const { t } = useTranslation()
  const isWrong = error instanceof CallError && error.details.length > 0
  return (
    <section className={css.preview} aria-label={t('effect.try')} aria-busy={isFetching}>
      <h2>{t('effect.try')}</h2>
      <p className={css.quiet}>{t('effect.tryWhy', { days: daysBetween(asked.from, asked.to) + 1 })}</p>
      {error && !isWrong && <Failed title={t('effect.failed')} error={error} onRetry={() => void refetch()} />}
      {isWrong && <p className={css.quiet}>{t('effect.tryWrong')}</p>}
      {!error && !data && <Skeleton height={320} />}
      {!error && data && (
        <div className={css.result} data-stale={isPlaceholderData || undefined}>
          <Result run={data} asked={asked} isPublished={isPublished} />
        </div>
      )}
    </section>
  )
}

const mostShown = 20

function Result({ run, asked, isPublished }: { run: EffectDryRun; asked: Asked; isPublished: boolean }) {
  const { t, i18n } = useTranslation()
  const n = (value: number) => formatCount(value, i18n.language)
  const fresh = run.total - run.touched
  // What is wrong with it stands beside it.
  if (run.script?.fault) return <p className={css.quiet}>{t('effect.tryWrong')}</p>
  const script = run.script && <TriedScriptResult found={run.script} />
  if (run.total === 0)
    return (
      <>
        {script}
        <Notice title={t('effect.nothing')}>{t('effect.nothingWhy')}</Notice>
      </>
    )
  return (
    <>
      {script}
      <div className={list.sum}>
        <p>
          <Highlight text={t('effect.found', { count: run.total, n: n(run.total), looked: n(run.looked) })} />
          {run.touched > 0 && ` · ${t('effect.touched', { n: n(run.touched) })}`}
        </p>
        {isPublished && fresh > 0 && <Backfill count={fresh} asked={asked} />}
      </div>
      {run.people.map((one) => (
        <Reached key={one.effect} {...one} />
      ))}
      {run.isCut && <p className={css.quiet}>{t('effect.cut')}</p>}
      <DaysWithAlerts
        days={run.days.map(({ day, count, touched }) => ({ day, count, raised: touched }))}
        from={asked.from}
        to={asked.to}
        words={{
          title: t('effect.perDay'),
          count: t('effect.count'),
          fresh: t('effect.fresh'),
          already: t('effect.isTouched'),
        }}
      />
      <div className={list.card}>
        <table className={list.examples}>
          <caption className="hidden-text">{t('effect.count')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('effect.run.about')}</th>
              <th scope="col">{t('effect.day')}</th>
            </tr>
          </thead>
          <tbody>
            {run.examples.slice(0, mostShown).map((one) => (
              <tr key={`${one.alertId} ${one.sampleId} ${one.interviewId} ${one.day}`}>
                <th scope="row">
                  <About {...one} /> {one.isTouched && <Badge tone="good">{t('effect.isTouched')}</Badge>}
                  {one.left.map(({ effect, reason }) => (
                    <Badge key={effect}>{t(`effect.not.${effect}`, { why: t(`effect.reason.${reason}`) })}</Badge>
                  ))}
                </th>
                <td data-label={t('effect.day')}>{momentDayText(one.day, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** To how many people an effect would write, and why not to others. */
function Reached({ effect, reached, left }: EffectDryRun['people'][number]) {
  const { t, i18n } = useTranslation()
  const n = (value: number) => formatCount(value, i18n.language)
  return (
    <p className={css.quiet}>
      {[
        t(`effect.reached.${effect}`, { count: reached, n: n(reached) }),
        ...left.map(({ reason, count }) =>
          t(`effect.left.${effect}`, { n: n(count), why: t(`effect.reason.${reason}`) }),
        ),
      ].join(' · ')}
    </p>
  )
}

/** Does it for past days, once it was said for how many. */
function Backfill({ count, asked: { survey, block, from, to } }: { count: number; asked: Asked }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [asks, setAsks] = useState(false)
  const n = formatCount(count, i18n.language)
  const start = () =>
    attempt(async () => {
      const done = await send('effect.backfill', { survey, blockId: String(block.id), from, to, count })
      setAsks(false)
      say(t('effect.backfilled', { n: formatCount(done.started, i18n.language) }))
      await client.invalidateQueries({ queryKey: effectKey(survey) })
      return null
    })
  return (
    <>
      <Button data-screen-only onClick={() => setAsks(true)}>
        {t('effect.backfill', { n })}
      </Button>
      {asks && (
        <Confirm
          title={t('effect.backfillTitle', { n })}
          act={t('effect.backfillAct', { n })}
          busy={busy}
          fault={fault}
          onConfirm={() => void start()}
          onClose={() => setAsks(false)}
        >
          <p>{t('effect.backfillWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
