import type { Alert } from '@kaiku/contract/alert.ts'
import type { AnsweredQuestion } from '@kaiku/contract/interview.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import { interviewQuery } from '../interview/interview.queries.ts'
import { ownAddress } from '../session/own-address.ts'
import css from './alert-said.module.css'

const mostStrips = 4
const mostSteps = 11

type Strip = {
  readonly id: string
  readonly title: string
  readonly value: number
  readonly steps: readonly number[]
  readonly isBad: boolean
}

/** A score as a strip of its steps; null where it is none or has too many. */
function stripOf({ id, title, scale, answer }: AnsweredQuestion): Strip | null {
  if (scale === null || answer === null || answer.missing || typeof answer.value !== 'number') return null
  const { min, max, falling } = scale
  if (max - min >= mostSteps) return null
  const { value } = answer
  const share = (value - min) / (max - min)
  const steps = Array.from({ length: max - min + 1 }, (_, at) => min + at)
  return { id, title, value, steps, isBad: (falling ? 1 - share : share) < 0.5 }
}

/** What the customer said: in their own words, and how they scored. */
export function AlertSaid({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const { href } = useLocation()
  const { survey, interviewId } = alert
  const { data } = useQuery({
    ...interviewQuery(survey, interviewId ?? '', i18n.language),
    enabled: interviewId !== null,
  })
  const questions = data?.questions ?? []
  const comments = questions.flatMap(({ isComment, answer }) => (isComment && answer ? [String(answer.value)] : []))
  const quotes = comments.length > 0 ? comments : alert.excerpt === null ? [] : [alert.excerpt]
  const strips = questions
    .map(stripOf)
    .filter((strip) => strip !== null)
    .slice(0, mostStrips)
  if (quotes.length === 0 && strips.length === 0 && interviewId === null) return null
  return (
    <section className={detail.box} aria-label={t('alert.said')}>
      <div className={css.head}>
        <h2>{t('alert.said')}</h2>
        {interviewId !== null && (
          <Link
            to={ownAddress(pathTo('interview', { survey, interviewId }))}
            state={{ cameFrom: href, cameFromTitle: alert.title }}
            preload={false}
          >
            {t('alert.interview')}
          </Link>
        )}
      </div>
      {quotes.map((quote) => (
        <blockquote key={quote} className={css.quote} dir="auto">
          {quote}
        </blockquote>
      ))}
      {strips.length > 0 && (
        <dl className={css.strips}>
          {strips.map(({ id, title, value, steps, isBad }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                <span className="hidden-text">{t('alert.scored', { value, most: steps.at(-1) ?? value })}</span>
                <span className={css.strip} aria-hidden>
                  {steps.map((step) => (
                    <i key={step} data-chosen={step === value ? (isBad ? 'bad' : 'good') : undefined}>
                      {step}
                    </i>
                  ))}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
