import type { AnswerOf, Figures } from '@kaiku/contract/result.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { scoreText } from '../indicator/score-text.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './panel.module.css'

type List = AnswerOf<'InterviewList'>

/** The first interviews of a list, each a link that remembers the others. */
export function PeekRows({ list, indicators }: { list: List; indicators: Figures['indicators'] }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const among = list.rows.map(({ interviewId }) => interviewId)
  const known = new Map(indicators.map((one) => [one.id, one]))
  return (
    <ol className={css.rows} aria-label={t('interviews.title')}>
      {list.rows.map(({ interviewId, day, place, scores }) => (
        <li key={interviewId}>
          <Link
            to={ownAddress(pathTo('interview', { survey: survey.extName, interviewId }))}
            state={{ among, cameFrom: href }}
            preload={false}
          >
            {day === null ? t('interviews.undated') : formatDay(day, i18n.language)}
          </Link>
          <span>
            {place
              .filter((name) => name !== '')
              .slice(-2)
              .join(' › ')}
          </span>
          <span className={css.scores}>
            {scores.map(({ indicator, value }) => {
              const one = known.get(indicator)
              return (
                one && (
                  <span key={indicator}>
                    {one.title} <b>{scoreText(one, value, t, i18n.language)}</b>
                  </span>
                )
              )
            })}
          </span>
        </li>
      ))}
    </ol>
  )
}
