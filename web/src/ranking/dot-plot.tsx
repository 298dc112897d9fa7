import type { Figure } from '@kaiku/contract/figure.ts'
import { linear } from '../chart/scale.ts'
import css from './dot-plot.module.css'

type Props = {
  figure: Figure
  domain: readonly [number, number]
  /** The parent's value, a dashed line. */
  parent: number | null
  /** A line where one wants to be. */
  target?: number | null
  width: number
  few: boolean
}

const height = 20

/** A value as a dot with its interval as a whisker. The number itself stands beside it. */
export function DotPlot({ figure, domain, parent, target = null, width, few }: Props) {
  const x = linear(domain, [6, width - 6])
  const inside = (value: number) => Math.max(0, Math.min(width, x(value)))
  const middle = height / 2
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={css.plot}
      data-few={few || undefined}
    >
      <line x1={0} x2={width} y1={middle} y2={middle} className={css.track} />
      {parent !== null && (
        <line x1={inside(parent)} x2={inside(parent)} y1={2} y2={height - 2} className={css.parent} />
      )}
      {target !== null && (
        <line x1={inside(target)} x2={inside(target)} y1={1} y2={height - 1} className={css.target} />
      )}
      {figure.low !== null && figure.high !== null && (
        <line x1={inside(figure.low)} x2={inside(figure.high)} y1={middle} y2={middle} className={css.whisker} />
      )}
      {figure.value !== null && <circle cx={inside(figure.value)} cy={middle} r={few ? 3 : 4.5} className={css.dot} />}
    </svg>
  )
}
