import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Select } from '../control/control.tsx'
import css from '../dry-run/alert-rule.module.css'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { type EffectList, type ListedRun, runsQuery } from './effect.queries.ts'

const batch = 20

/** What was done last, to whom, and what became of it. */
export function RunTable({ blocks }: { blocks: EffectList['blocks'] }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [block, setBlock] = useState('')
  const [shown, setShown] = useState(batch)
  const { data, error, refetch } = useQuery(runsQuery(survey.extName, block, i18n.language))
  return (
    <section className={css.trial} aria-label={t('effect.runs')}>
      <h2>{t('effect.runs')}</h2>
      {blocks.length > 1 && (
        <div className={css.asked} data-screen-only>
          <Select
            boxed
            label={t('effect.runsOf')}
            value={block}
            choices={[
              { value: '', title: t('effect.runsAll') },
              ...blocks.map(({ id, title }) => ({ value: id, title })),
            ]}
            onChange={setBlock}
          />
        </div>
      )}
      {error && !data && <Failed title={t('effect.runsFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={200} />}
      {data?.length === 0 && <p className={css.quiet}>{t('effect.runsNone')}</p>}
      {data && data.length > 0 && (
        <div className={css.card}>
          <table className={css.examples}>
            <caption className="hidden-text">{t('effect.runs')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('effect.run.what')}</th>
                <th scope="col">{t('effect.runsOf')}</th>
                <th scope="col">{t('effect.run.about')}</th>
                <th scope="col">{t('effect.run.outcome')}</th>
                <th scope="col">{t('effect.run.at')}</th>
              </tr>
            </thead>
            <tbody>
              {data.slice(0, shown).map((run) => (
                <tr key={run.runId}>
                  <th scope="row">
                    {t(`effect.type.${run.effect}`)} {run.isBackfilled && <Badge>{t('effect.run.past')}</Badge>}
                  </th>
                  <td data-label={t('effect.runsOf')}>{run.block.title}</td>
                  <td data-label={t('effect.run.about')}>
                    <About {...run} />
                  </td>
                  <td data-label={t('effect.run.outcome')}>
                    {t(`effect.outcome.${run.outcome}`)}
                    {run.reason !== null && `: ${t(`effect.reason.${run.reason}`)}`}
                  </td>
                  <td data-label={t('effect.run.at')}>{momentText(run.doneAt ?? run.at, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.length > shown && (
            <Button data-screen-only onClick={() => setShown(shown + batch)}>
              {t('effect.more')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type AboutProps = Pick<ListedRun, 'interviewId' | 'alertId' | 'sampleId' | 'place'>

/** The alert, the sample or the interview, by its place, as a link where the viewer may open it. */
export function About({ interviewId, alertId, sampleId, place }: AboutProps) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const { extName } = survey
  const to =
    alertId !== null
      ? pathTo('alert', { survey: extName, alertId })
      : sampleId !== null
        ? pathTo('sample', { survey: extName, sampleId })
        : interviewId !== null
          ? pathTo('interview', { survey: extName, interviewId })
          : null
  const what = alertId !== null ? 'alert' : sampleId !== null ? 'sample' : 'interview'
  const title = t(`effect.run.${what}`, { place })
  if (to === null) return place
  return (
    <Link to={ownAddress(to)} state={{ cameFrom: href }} preload={false} dir="auto">
      {title}
    </Link>
  )
}
