import type { PlaceRule, PlaceWatch } from '@kaiku/contract/place-rule.ts'
import { changeSighting, limitSighting, type Sighting } from '@kaiku/core/alert-episode.ts'
import { addDays, type Day, daysBetween } from '@kaiku/core/day.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { type WorkingHours, workingDaysAfter } from '@kaiku/core/working-hours.ts'
import { calendarOf } from '../alert-rule/alert-calendar.ts'
import { noFacts, type PlaceFacts } from '../alert-words/place-facts.ts'
import { breather } from '../db/breather.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { lastDays, type PlaceFigure, placeFigures } from '../figure/place-figures.ts'
import { leavesAt, meansNode, viewOf } from './watched-place.ts'

/** What a rule finds at a node on a day. */
export type Observed = { readonly node: number; readonly sighting: Sighting; readonly facts: PlaceFacts }

type Of<Type extends PlaceWatch['type']> = PlaceRule & { readonly watch: Extract<PlaceWatch, { type: Type }> }
const isOf = <Type extends PlaceWatch['type']>(rule: PlaceRule, type: Type): rule is Of<Type> =>
  rule.watch.type === type

/** Days that are asked for at once. */
const atOnce = 8

/** What a rule finds at its places on each of some days, the last of those that it looks at. */
export async function observe(
  stores: Stores,
  dictionary: Dictionary,
  rule: PlaceRule,
  days: readonly Day[],
): Promise<readonly Observed[][]> {
  const view = viewOf(dictionary, rule)
  if (!view) return days.map(() => [])
  if (isOf(rule, 'silence')) return silences(stores, dictionary, view, rule, days)
  const ofDay = async (day: Day) => {
    if (isOf(rule, 'limit')) return limits(stores, dictionary, view, rule, day)
    return isOf(rule, 'change') ? changes(stores, dictionary, view, rule, day) : []
  }
  const found: Observed[][] = []
  for (let at = 0; at < days.length; at += atOnce)
    found.push(...(await Promise.all(days.slice(at, at + atOnce).map(ofDay))))
  return found
}

const periodUpTo = (day: Day, days: number) => ({ from: addDays(day, 1 - days), to: day })

/** Figures of the places that a rule means, where enough have answered. */
async function figures(
  stores: Stores,
  dictionary: Dictionary,
  view: StoredView,
  rule: Of<'limit'> | Of<'change'>,
  day: Day,
): Promise<(PlaceFigure & { readonly facts: PlaceFacts })[]> {
  const { watch, when, level } = rule
  const period = periodUpTo(day, watch.days)
  const compared = watch.type === 'change' ? periodUpTo(addDays(day, -watch.days), watch.days) : null
  const found = await placeFigures(stores, dictionary, {
    view,
    level,
    when,
    indicator: watch.indicator,
    period,
    compared,
  })
  const isMeant = meansNode(view, rule, day)
  const { type, indicator, days, minimumN = 1 } = watch
  return found.flatMap(({ node, figure, change }) => {
    if (figure.state !== 'shown' || (figure.n ?? 0) < minimumN || !isMeant(node)) return []
    const { value, low, high, n } = figure
    const facts = { ...noFacts, watch: type, indicator, value, low, high, n, period, compared, days, when }
    return [{ node, figure, change, facts }]
  })
}

async function limits(
  stores: Stores,
  dictionary: Dictionary,
  view: StoredView,
  rule: Of<'limit'>,
  day: Day,
): Promise<Observed[]> {
  const { watch } = rule
  const limit = watch.below ?? watch.above ?? null
  return (await figures(stores, dictionary, view, rule, day)).flatMap(({ node, figure: { value }, facts }) =>
    value === null ? [] : [{ node, sighting: limitSighting(watch, value), facts: { ...facts, limit } }],
  )
}

/** False discoveries are held down over all places that are tested on the day. */
async function changes(
  stores: Stores,
  dictionary: Dictionary,
  view: StoredView,
  rule: Of<'change'>,
  day: Day,
): Promise<Observed[]> {
  const { watch } = rule
  const tested = (await figures(stores, dictionary, view, rule, day)).flatMap(({ node, change, facts }) =>
    change !== null && change.p !== null && change.beforeN >= (watch.minimumN ?? 1) ? [{ node, change, facts }] : [],
  )
  const real = benjaminiHochberg(
    tested.map(({ change }) => change.p),
    alpha,
  )
  return tested.map(({ node, change, facts }, at) => {
    const { value, low, high, before, beforeN, significant } = change
    return {
      node,
      sighting: changeSighting(watch, { value, isReal: real[at] === true, isLikely: significant }),
      facts: { ...facts, change: { value, low, high, before, beforeN } },
    }
  })
}

async function silences(
  stores: Stores,
  dictionary: Dictionary,
  view: StoredView,
  rule: Of<'silence'>,
  looked: readonly Day[],
): Promise<Observed[][]> {
  const { watch, level, when } = rule
  const last = await lastDays(stores, dictionary, { view, level, when, until: looked })
  const count = silentDays(dictionary, view)
  const breathe = breather()
  const found: Observed[][] = []
  for (const [at, day] of looked.entries()) {
    const isMeant = meansNode(view, rule, day)
    found.push(
      [...(last[at] ?? [])].flatMap(([node, lastDay]) => {
        if (!isMeant(node)) return []
        const days = count(node, lastDay, day)
        const period = { from: addDays(lastDay, 1), to: day }
        const facts = { ...noFacts, watch: watch.type, period, lastDay, days, when }
        return [{ node, sighting: days >= watch.days ? ('on' as const) : ('off' as const), facts }]
      }),
    )
    // Months of many places take a while, and others ask meanwhile.
    await breathe()
  }
  return found
}

/** More than a rule can ask for. */
const mostCounted = 400

/** Days since a place’s last answer, working days where the survey has calendars. Days are asked for in their order. */
function silentDays(dictionary: Dictionary, view: StoredView) {
  const hasCalendars = dictionary.definition.alertRules.calendars.length > 0
  const calendars = new Map<number, WorkingHours>()
  const counted = new Map<WorkingHours, Map<Day, { readonly upTo: Day; readonly count: number }>>()
  return (node: number, lastDay: Day, day: Day): number => {
    if (!hasCalendars) return daysBetween(lastDay, day)
    const calendar = calendars.get(node) ?? calendarOf(dictionary, leavesAt(dictionary, view, node))
    calendars.set(node, calendar)
    const known = counted.get(calendar) ?? new Map<Day, { upTo: Day; count: number }>()
    counted.set(calendar, known)
    const { upTo, count } = known.get(lastDay) ?? { upTo: lastDay, count: 0 }
    const sum = count + workingDaysAfter(calendar, upTo, day, mostCounted - count)
    known.set(lastDay, { upTo: day, count: sum })
    return sum
  }
}
