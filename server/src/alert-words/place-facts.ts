import type { PlaceWatch } from '@kaiku/contract/place-rule.ts'
import type { Day } from '@kaiku/core/day.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import type { Period } from '../selection/selection.ts'

/** What a rule found at a place when it raised an alert, as it was then. */
export type PlaceFacts = {
  readonly watch: PlaceWatch['type']
  /** Null of silence, as all figures are. */
  readonly indicator: string | null
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly n: number | null
  readonly limit: number | null
  readonly change: Pick<Change, 'value' | 'low' | 'high' | 'before' | 'beforeN'> | null
  /** The days that were looked at; of silence those without an answer. */
  readonly period: Period
  readonly compared: Period | null
  /** Of silence: the day of the last answer, and for how many days there has been none since, as the rule counts them. */
  readonly lastDay: Day | null
  readonly days: number
  /** The filters that interviews had to meet. */
  readonly when: string
}

export const noFacts = {
  indicator: null,
  value: null,
  low: null,
  high: null,
  n: null,
  limit: null,
  change: null,
  compared: null,
  lastDay: null,
} as const
