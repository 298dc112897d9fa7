import type { AnswerOf } from '@kaiku/contract/result.ts'
import { type ShownIndicator, valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import { ChangeMark } from '../indicator/change-mark.tsx'
import { Spark } from '../indicator/spark.tsx'

type Props = {
  tile: AnswerOf<'IndicatorTiles'>['tiles'][number]
  indicator: ShownIndicator
  minimumN: number
  /** It takes a whole side of the picture. */
  isFirst?: boolean
}

/** One figure, with how it moved, what it should be and on how many answers it rests. */
export function SlideTile({ tile: { figure, change, spark }, indicator, minimumN, isFirst = false }: Props) {
  const { t, i18n } = useTranslation()
  const few = figure.state === 'few'
  const words = { shown: null, few: t('few'), hidden: t('hidden', { minimum: minimumN }), none: t('noAnswers') }
  const decimals = few ? Math.max(0, indicator.decimals - 1) : indicator.decimals
  const bad = change?.significant && welcome(indicator, change.value) < 0
  const mark = figure.state === 'shown' && (
    <ChangeMark indicator={indicator} change={change} {...(isFirst && { unclear: t('change.none') })} />
  )
  const facts = [
    words[figure.state],
    figure.n === null ? null : t('screen.answers', { count: figure.n, n: formatCount(figure.n, i18n.language) }),
    indicator.target === null ? null : t('targetIs', { target: valueText(indicator, indicator.target, i18n.language) }),
  ]
  return (
    <Surface title={indicator.title}>
      <div className={css.tile} data-first={isFirst} data-state={figure.state}>
        <p className={css.value}>
          {valueText(indicator, figure.value, i18n.language, decimals)}
          {!isFirst && <span className={css.beside}>{mark}</span>}
        </p>
        <p className={css.facts}>
          {isFirst && mark}
          <span className={css.rest}>{facts.filter(Boolean).join(' · ')}</span>
        </p>
        {isFirst && figure.state === 'shown' && (
          <div className={css.spark}>
            <Spark values={spark} width={240} height={66} tone={bad ? 'bad' : 'plain'} />
          </div>
        )}
      </div>
    </Surface>
  )
}
