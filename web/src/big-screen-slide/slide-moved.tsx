import type { ChangeDecomposition } from '@kaiku/contract/change-decomposition.ts'
import { valueText, welcome } from '@kaiku/contract/value-text.ts'
import { formatChange, formatPeriod } from '@kaiku/core/format.ts'
import { linear } from '@kaiku/core/scale.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Surface } from '../big-screen-surface/surface.tsx'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { partName } from '../change-decomposition/waterfall.tsx'
import { stepsOf, waterfallDomain } from '../change-decomposition/waterfall-shape.ts'
import css from './slide-moved.module.css'

type Props = Pick<SurfaceContext, 'indicators'> & { answer: ChangeDecomposition; title: string | undefined }

/** From the value before to the value now, part by part. */
export function SlideMoved({ answer, title, indicators }: Props) {
  const { t, i18n } = useTranslation()
  const indicator = indicators.get(answer.indicator)
  if (!indicator) return null
  const [before, now] = [answer.before.value ?? 0, answer.now.value ?? 0]
  const steps = stepsOf(before, answer.parts)
  const x = linear(waterfallDomain(before, now, steps), [0, 100])
  const line = (key: string, name: string, track: ReactNode, value: string, tone?: number) => (
    <li key={key} data-tone={tone}>
      <span className={css.label}>{name}</span>
      <span className={css.track} aria-hidden>
        {track}
      </span>
      <b>{value}</b>
    </li>
  )
  const end = (key: string, period: ChangeDecomposition['period'], value: number) =>
    line(
      key,
      formatPeriod(period, i18n.language),
      <i className={css.dot} style={{ left: `${x(value)}%` }} />,
      valueText(indicator, value, i18n.language),
    )
  return (
    <Surface title={title ?? t('moved.title', { indicator: indicator.title })}>
      <ol className={css.steps}>
        {end('before', answer.compared, before)}
        {steps.map(({ part, from, to }) => {
          const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))]
          const bar = <i className={css.bar} style={{ left: `${left}%`, width: `${right - left}%` }} />
          const by = formatChange(part.value, indicator.decimals, i18n.language)
          // What may be chance has no colour.
          const tone = part.significant ? welcome(indicator, part.value) : 0
          return line(part.kind, partName(part.kind, answer, t), bar, by, tone)
        })}
        {end('now', answer.period, now)}
      </ol>
    </Surface>
  )
}
