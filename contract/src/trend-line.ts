import type { Figure } from './figure.ts'
import type { AnswerOf } from './result.ts'
import type { ShownIndicator } from './value-text.ts'

type Answer = AnswerOf<'Trend'>

/** One line of several: a place's or an indicator's. */
export type TrendLine = {
  readonly id: string
  readonly name: string
  /** The place it leads to. */
  readonly path: string | null
  /** Point by point. */
  readonly figures: readonly (Figure | undefined)[]
}

const most = 8

/** The indicators that can stand on one axis with this one: the same scale and unit, eight at most. */
export function sharing(
  indicator: ShownIndicator | undefined,
  ids: readonly string[],
  known: ReadonlyMap<string, ShownIndicator>,
): ShownIndicator[] {
  const scale = ({ bounds, unit }: ShownIndicator) => JSON.stringify([bounds, unit])
  return ids
    .flatMap((id) => known.get(id) ?? [])
    .filter((one) => indicator && scale(one) === scale(indicator))
    .slice(0, most)
}

export const indicatorLines = ({ indicators, points }: Answer, shown: readonly ShownIndicator[]): TrendLine[] =>
  shown.map(({ id, title }) => ({
    id,
    name: title,
    path: null,
    figures: points.map(({ figures }) => figures[indicators.indexOf(id)]),
  }))

/** The places' lines of the indicator at a place in the answer. */
export const placeLines = ({ lines }: Answer, at: number): TrendLine[] =>
  (lines?.lines ?? []).map(({ id, name, path, figures }) => ({
    id,
    name,
    path,
    figures: figures.map((point) => point[at]),
  }))
