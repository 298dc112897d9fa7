import { endOf, startOf } from '@kaiku/core/day.ts'
import { periodKey, type TargetUnit, targetUnits } from '@kaiku/core/target.ts'
import { askingOf } from '../selection/filter-door.ts'
import type { Period, Selection } from '../selection/selection.ts'

/** A period that targets are for. */
export type TargetPeriod = Period & { readonly by: TargetUnit; readonly key: string; readonly isOver: boolean }

/**
 * The period that the selection ends in; today's where it has no end, or a later one. A protected survey has none that are
 * shorter than its release periods.
 */
export function targetPeriod({ dictionary, period, today }: Selection, wanted: TargetUnit): TargetPeriod {
  const { calendar, definition } = dictionary
  const { protection, protectionPeriod } = definition.settings
  const isTooShort = protection && targetUnits.indexOf(wanted) < targetUnits.indexOf(protectionPeriod)
  const by = isTooShort ? protectionPeriod : wanted
  const last = period?.to && period.to < today ? period.to : today
  const to = endOf(by, last, calendar)
  return { by, key: periodKey(by, last, calendar), from: startOf(by, last, calendar), to, isOver: to < today }
}

/** The selection in other days. */
export function within(selection: Selection, { from, to }: Period): Selection {
  const date = selection.dictionary.role('date')
  const time = date && askingOf(date, { include: [{ is: 'days', from, to }], exclude: [] })
  return Object.assign({}, selection, { time, period: { from, to }, writtenPeriod: undefined })
}
