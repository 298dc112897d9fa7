import type { AnswerOf } from '@kaiku/contract/result.ts'
import { axisLabels, bandPath, linePath, trendDomain } from '@kaiku/contract/trend-shape.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { linear, ticks } from '@kaiku/core/scale.ts'
import { useTranslation } from 'react-i18next'
import css from '../big-screen-surface/surface.module.css'
import { Surface } from '../big-screen-surface/surface.tsx'
import type { SurfaceContext } from '../big-screen-surface/surface-context.ts'
import { surfaceUnit } from '../big-screen-surface/surface-unit.ts'
import { useSize } from '../chart/size.ts'

type Props = Pick<SurfaceContext, 'indicators' | 'calendar'> & { answer: AnswerOf<'Trend'>; title: string | undefined }

/** The first indicator of a trend, with where it stands now and where it stood before. */
export function SlideTrend({ answer, title, indicators, calendar }: Props) {
  const { i18n } = useTranslation()
  const [ref, width, height] = useSize<HTMLDivElement>()
  const indicator = indicators.get(answer.indicators[0] ?? '')
  if (!indicator) return null
  // A letter of the axis, so that margins grow with the wall.
  const letter = 26 * surfaceUnit()
  const points = answer.points.map(({ from, to, n, figures, before }) => ({
    from,
    to,
    n,
    figure: figures[0],
    old: before[0],
  }))
  const domain = trendDomain(points, indicator)
  const left = letter * 2.2
  const x = linear([0, Math.max(1, points.length - 1)], [left + letter / 2, width - letter * 4.2])
  const y = linear(domain, [height - letter * 1.8, letter])
  const spots = points.map((point, index) => ({ ...point, x: x(index) }))
  const last = spots.findLast(({ figure }) => typeof figure?.value === 'number')
  // A name of a period is as wide as several letters: only every so many-th has room.
  const every = Math.max(1, Math.ceil((letter * 3.2 * spots.length) / Math.max(1, width - left)))
  const labels = axisLabels(spots, answer.by, i18n.language, calendar).filter(
    (_, index, all) => (all.length - 1 - index) % every === 0,
  )
  const value = (of: number) => valueText({ ...indicator, unit: '' }, of, i18n.language, Number.isInteger(of) ? 0 : 1)
  return (
    <Surface title={title ?? indicator.title}>
      <div ref={ref} className={css.chart}>
        {width > 0 && height > letter * 4 && (
          <svg width={width} height={height} aria-hidden="true">
            {ticks(domain, 3).map((tick) => (
              <g key={tick}>
                <line x1={left} x2={width - letter * 4} y1={y(tick)} y2={y(tick)} className={css.grid} />
                <text x={left - letter / 2} y={y(tick) + letter / 3} textAnchor="end" className={css.tick}>
                  {value(tick)}
                </text>
              </g>
            ))}
            {labels.map((tick) => (
              <text key={tick.from} x={tick.x} y={height - letter / 3} textAnchor="middle" className={css.tick}>
                {tick.text}
              </text>
            ))}
            <path d={bandPath(spots, y)} className={css.band} />
            <path d={linePath(spots, (one) => one.old?.value, y)} className={css.before} />
            <path d={linePath(spots, (one) => one.figure?.value, y)} className={css.line} />
            {last && (
              <>
                <circle cx={last.x} cy={y(last.figure?.value ?? 0)} r={letter / 3} className={css.point} />
                <text x={last.x + letter * 0.7} y={y(last.figure?.value ?? 0) + letter * 0.45} className={css.now}>
                  {valueText(indicator, last.figure?.value ?? null, i18n.language)}
                </text>
              </>
            )}
          </svg>
        )}
      </div>
    </Surface>
  )
}
