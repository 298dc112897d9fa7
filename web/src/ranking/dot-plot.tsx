import type { Figure } from '@kaiku/contract/figure.ts'
import { dotPlot } from '@kaiku/contract/small-plot.ts'
import { Drawn } from '../chart/drawing.tsx'
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

/** A value as a dot with its interval as a whisker. The number itself stands beside it. */
export const DotPlot = ({ target = null, width, ...dot }: Props) => (
  <Drawn drawing={dotPlot({ ...dot, target }, width)} className={css.plot} />
)
