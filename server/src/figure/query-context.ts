import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Scan } from '../aggregate/scan.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Scope } from '../selection/scope.ts'
import { type Measured, measuredOf } from './figures.ts'

/** All that the components of one request have in common. */
export type QueryContext = {
  readonly stores: Stores
  readonly who: Viewer
  readonly dictionary: Dictionary
  readonly scan: Scan
  /** Where figures may be told, before the filters narrow it. */
  readonly scope: Scope
  readonly compare: Comparison | 'none'
  readonly locale: string
  readonly translate: Translate
  readonly isProtected: boolean
  /** Interviews below which a row is few. */
  readonly minimumN: number
}

/** The indicators of these ids; absent: the survey's main ones, or all where it names none. */
export function indicatorsOf(
  { dictionary }: Pick<QueryContext, 'dictionary'>,
  ids: readonly string[] | undefined,
): Measured[] {
  const { indicators, settings } = dictionary.definition
  const known = new Map(indicators.map((indicator) => [indicator.id, indicator]))
  const wanted = ids ?? (settings.mainIndicators.length ? settings.mainIndicators : [...known.keys()])
  return [...new Set(wanted)].map((id) => measuredOf(dictionary, indicatorOf(known, id)))
}

function indicatorOf(known: ReadonlyMap<string, Indicator>, id: string): Indicator {
  const indicator = known.get(id)
  if (!indicator) throw refuse('invalid', 'figure.indicator', { id })
  return indicator
}

/** The indicator that the trend sentence and the spark lines of rows tell of. */
export const mainIndicator = (measured: readonly Measured[]): Measured | null => measured[0] ?? null
