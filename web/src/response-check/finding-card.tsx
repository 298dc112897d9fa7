import type { FindingState, ResponseFinding } from '@kaiku/contract/response-check.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { interviewsPage } from '../drill-path/at.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ownAddress } from '../session/own-address.ts'
import { CheckedInterviews } from './checked-interviews.tsx'
import { FindingChart } from './finding-chart.tsx'
import { chanceText, findingText, placeText } from './finding-words.ts'
import css from './response-check.module.css'
import { findingInterviewsQuery, useResponseCheckActs } from './response-check.queries.ts'

const tones = { new: 'warn', looked: 'plain', explained: 'good', excluded: 'plain' } as const satisfies Record<
  FindingState,
  string
>

type Props = { survey: string; finding: ResponseFinding; isReadOnly: boolean }

/** One finding: what stands out, how likely that is, what else could explain it, and what people said of it. */
export function FindingCard({ survey, finding, isReadOnly }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [isOpen, open] = useState(false)
  const { kind, state, note, by, changedAt, campaigns, interviews, excluded, isCurrent, path } = finding
  return (
    <article className={css.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {t(`integrity.kind.${kind}`)}: {placeText(finding, t)}
        </h2>
        <Badge tone={tones[state]}>{t(`integrity.state.${state}`)}</Badge>
        {!isCurrent && <Badge>{t('integrity.past')}</Badge>}
      </header>
      <div className={css.evidence}>
        <div>
          <p>{findingText(finding, t, i18n.language)}</p>
          <p className={css.quiet}>{chanceText(finding, t, i18n.language)}</p>
          <p className={css.quiet}>
            {t(`integrity.else.${kind}`)} {campaigns > 0 && t('integrity.campaigns', { count: campaigns })}
          </p>
        </div>
        <FindingChart finding={finding} />
      </div>
      {changedAt !== null && (
        <p className={css.said}>
          {t('integrity.said', { by: by || '–', day: momentDayText(changedAt, i18n.language) })} {note}
        </p>
      )}
      <div className={css.acts}>
        <Button aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {t('integrity.interviews', { count: interviews, n: formatCount(interviews, i18n.language) })}
        </Button>
        {excluded > 0 && (
          <span className={css.quiet}>{t('integrity.ofExcluded', { n: formatCount(excluded, i18n.language) })}</span>
        )}
        {path !== '' && (
          <Link to={ownAddress(pathToPage(interviewsPage, { survey, drillPath: path }))} preload={false}>
            {t('integrity.list')}
          </Link>
        )}
      </div>
      {!isReadOnly && <Saying survey={survey} finding={finding} />}
      {isOpen && <Behind survey={survey} finding={finding} />}
    </article>
  )
}

function Saying({ survey, finding: { findingId, note, state } }: { survey: string; finding: ResponseFinding }) {
  const { t } = useTranslation()
  const [text, setText] = useState(note)
  const { busy, fault, attempt } = useAttempt()
  const { say } = useResponseCheckActs(survey)
  if (state === 'excluded') return null
  const as = (next: 'looked' | 'explained' | 'new') =>
    void attempt(async () => {
      await say({ findingId, state: next, note: text })
      return null
    })
  return (
    <div className={css.act}>
      <Field
        label={t('integrity.note')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
      />
      {state !== 'looked' && (
        <Button disabled={busy} onClick={() => as('looked')}>
          {t('integrity.asLooked')}
        </Button>
      )}
      {state !== 'explained' && (
        <Button disabled={busy || text.trim() === ''} onClick={() => as('explained')}>
          {t('integrity.asExplained')}
        </Button>
      )}
      {state !== 'new' && (
        <Button disabled={busy} onClick={() => as('new')}>
          {t('integrity.asNew')}
        </Button>
      )}
      <FormFault text={fault} />
    </div>
  )
}

function Behind({ survey, finding }: { survey: string; finding: ResponseFinding }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery(findingInterviewsQuery(survey, finding.findingId, i18n.language))
  const title = t('integrity.behind', { place: placeText(finding, t) })
  if (error) return <Failed title={title} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  return <CheckedInterviews survey={survey} title={title} interviews={data} findingId={finding.findingId} />
}
