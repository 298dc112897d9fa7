import type { ComponentOf } from '@kaiku/contract/page.ts'
import { addDays, addUnits, endOf, startOf, type TimeUnit, timeUnits } from '@kaiku/core/day.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Period, Selection } from '../selection/selection.ts'

export type LeagueComponent = ComponentOf<'GamificationOverviewConfig'>

export type Rounds = {
  readonly unit: TimeUnit
  /** Oldest first. */
  readonly periods: readonly Period[]
  /** What a round's figures are held against. */
  baselineOf(round: Period): Period
}

/**
 * Whole units that are over: the last one ends within the selection's period, and before today. A protected survey has
 * none that are finer than its releases.
 */
export function roundsOf(selection: Selection, { round, rounds, baseline }: LeagueComponent): Rounds {
  const { dictionary, period, today } = selection
  const { calendar } = dictionary
  const unit = unitOf(dictionary, round)
  const yesterday = addDays(today, -1)
  const until = period?.to && period.to < yesterday ? period.to : yesterday
  const next = startOf(unit, addDays(until, 1), calendar)
  const from = (back: number) => addUnits(unit, next, -back)
  return {
    unit,
    periods: Array.from({ length: rounds }, (_, at) => {
      const first = from(rounds - at)
      return { from: first, to: endOf(unit, first, calendar) }
    }),
    baselineOf: (one) => ({ from: addUnits(unit, one.from, -baseline), to: addDays(one.from, -1) }),
  }
}

function unitOf({ definition }: Dictionary, round: TimeUnit): TimeUnit {
  const { protection, protectionPeriod } = definition.settings
  const finer = timeUnits.indexOf(round) < timeUnits.indexOf(protectionPeriod)
  return protection && finer ? protectionPeriod : round
}
