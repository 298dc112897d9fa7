import type { Interview } from '@kaiku/contract/interview.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { figuresQuery } from '../figure/figure.queries.ts'
import { scoreText } from '../indicator/score-text.ts'
import css from '../interview/interview.module.css'
import { useSurvey } from '../survey/survey-context.tsx'

type Props = { scores: Interview['scores']; place: Interview['places'][number] }

/** The scores of an interview, each beside what all interviews of its place come to, as the viewer may see them. */
export function InterviewScores({ scores, place }: Props) {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const indicators = scores.map(({ indicator }) => indicator)
  const scope = { survey: survey.extName, path: place.path, compare: 'none', locale: i18n.language, loadCount } as const
  const { data } = useQuery(figuresQuery([{ type: 'IndicatorTiles', indicators, spark: false }], scope))
  const [answer] = data?.answers ?? []
  const tiles = answer?.type === 'IndicatorTiles' ? answer.tiles : []
  return (
    <section className={css.scores} aria-label={t('interview.scores')}>
      {scores.map(({ indicator: id, value }) => {
        const indicator = survey.indicators.find((one) => one.id === id)
        if (!indicator) return null
        const around = tiles.find((one) => one.indicator === id)?.figure
        return (
          <div key={id} className={css.score}>
            <span>{indicator.title}</span>
            <b>{scoreText(indicator, value, t, i18n.language)}</b>
            <span className={css.around}>
              {around && around.value !== null
                ? t('interview.around', {
                    place: place.names.at(-1) ?? '',
                    value: valueText(indicator, around.value, i18n.language),
                    n: formatCount(around.n, i18n.language),
                  })
                : ' '}
            </span>
          </div>
        )
      })}
    </section>
  )
}
