import type { Change, Figure } from '@kaiku/contract/figure.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { type Bounds, type Change as CoreChange, change, interval, type Measure, value } from '@kaiku/core/indicator.ts'
import type { Sums } from '@kaiku/core/sums.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type ExactSums, sumsOf } from '../sums/exact.ts'
import { type SumShape, sumShape } from '../sums/sums.ts'

/** An indicator with all that figures need to know of it. */
export type Measured = {
  readonly indicator: Indicator
  readonly measure: Measure
  readonly shape: SumShape
  /** The scale its scores live on, where few answers need it; absent for numbers without a scale. */
  readonly bounds: Bounds | undefined
  /** Fewer answers are few. */
  readonly minimum: number
}

/** What a figure's look depends on. */
export type Shown = Pick<Measured, 'measure' | 'bounds' | 'minimum'>

const unshaped: SumShape = { base: { over: 0n, under: 1n }, unit: { over: 1n, under: 1n }, weighted: false }

export function measuredOf(dictionary: Dictionary, indicator: Indicator): Measured {
  return {
    indicator,
    measure: coreMeasure(indicator),
    shape: indicator.measure === 'median' ? unshaped : sumShape(dictionary, indicator),
    bounds: scoreBounds(dictionary, indicator),
    minimum: minimumOf(dictionary, indicator),
  }
}

const coreMeasure = ({ measure }: Indicator): Measure =>
  measure === 'topBox' || measure === 'bottomBox' ? 'share' : measure

/** The indicator's own minimum n, else its question's, else the survey's. */
export function minimumOf({ questions, definition }: Dictionary, indicator: Indicator): number {
  const question =
    'question' in indicator && indicator.question ? questions.get(indicator.question)?.question : undefined
  return indicator.minimumN ?? question?.minimumN ?? definition.settings.minimumN
}

/** Both ends of the scale an indicator's scores lie on; undefined where its question has none. */
export function scoreBounds(dictionary: Dictionary, indicator: Indicator): Bounds | undefined {
  switch (indicator.measure) {
    case 'nps':
      return { low: -100, high: 100 }
    case 'index':
    case 'topBox':
    case 'bottomBox':
    case 'share':
    case 'rate':
      return { low: 0, high: 100 }
    case 'mean': {
      const question = dictionary.questions.get(indicator.question)?.question
      return question?.type === 'scale' ? { low: question.min, high: question.max } : undefined
    }
    case 'composite':
    case 'pooled':
      return joint(
        indicator.parts.map((part) => {
          const found = dictionary.definition.indicators.find(({ id }) => id === part.indicator)
          return found && found.id !== indicator.id ? scoreBounds(dictionary, found) : undefined
        }),
      )
    case 'sum':
    case 'median':
    case 'count':
      return undefined
  }
}

function joint(all: readonly (Bounds | undefined)[]): Bounds | undefined {
  const known = all.filter((bounds) => bounds !== undefined)
  if (known.length < all.length || known.length === 0) return undefined
  return { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) }
}

export const hiddenFigure: Figure = { state: 'hidden', n: null, value: null, low: null, high: null }
const noFigure: Figure = { state: 'none', n: 0, value: null, low: null, high: null }

/** The middle value of a group and how many answers it stands among: for what has no sums. */
export type Middle = { readonly n: number; readonly value: number | null }
/** What a figure is made of. */
export type Base = { readonly sums: Sums } | { readonly middle: Middle }

export const baseOf = (exact: ExactSums, { shape }: Measured): Base => ({ sums: sumsOf(exact, shape) })
export const nOf = (base: Base): number => ('sums' in base ? base.sums.n : base.middle.n)
export const figureValue = (base: Base, { measure }: Pick<Measured, 'measure'>): number | null =>
  nOf(base) === 0 ? null : 'sums' in base ? value(base.sums, measure) : base.middle.value

/** A figure before anything is hidden; `few` where n is below the minimum. */
export function figureOf(base: Base, measured: Shown, isProtected = false): Figure {
  const n = nOf(base)
  if (isHidden(n, measured.minimum, isProtected)) return hiddenFigure
  if (n === 0) return noFigure
  const few = fewAnswers(n, measured.minimum)
  const range = 'sums' in base ? interval(measured.measure, base.sums, measured.bounds) : null
  return {
    state: few ? 'few' : 'shown',
    n,
    value: figureValue(base, measured),
    low: short(range?.low),
    high: short(range?.high),
  }
}

/** The ends of an interval to a millionth: more digits mean nothing and double an answer of many rows. */
function short(limit: number | null | undefined): number | null {
  if (limit === null || limit === undefined) return null
  return Math.abs(limit) < 1 ? limit : Math.round(limit * millionths) / millionths
}
const millionths = 1_000_000

/** Now against before, with the p-value that a ranking adjusts; null when either has no value. */
export function testedChange(now: Base, before: Base, measured: Measured): CoreChange | null {
  if ('sums' in now && 'sums' in before) {
    if (now.sums.n === 0 || before.sums.n === 0) return null
    return change(measured.measure, now.sums, before.sums, measured.bounds)
  }
  const [current, earlier] = [figureValue(now, measured), figureValue(before, measured)]
  if (current === null || earlier === null) return null
  const untested = { low: null, high: null, p: null, significant: false }
  return { before: earlier, beforeN: nOf(before), value: current - earlier, ...untested }
}

/** A change as it leaves the server; null where either side is hidden. */
export function shownChange(
  found: CoreChange | null,
  { minimum }: Pick<Shown, 'minimum'>,
  isProtected: boolean,
): Change | null {
  if (found === null || isHidden(found.beforeN, minimum, isProtected)) return null
  const { before, beforeN, value: difference, low, high, significant } = found
  return { before, beforeN, value: difference, low: short(low), high: short(high), significant }
}
