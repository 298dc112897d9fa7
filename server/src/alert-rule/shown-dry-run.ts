import type { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { namesOf } from '../person/person-name.ts'
import { placeDryRun } from '../place-rule/place-dry-run.ts'
import type { PlaceRaised } from '../place-rule/place-raised.ts'
import { reaches, scopeOf } from '../result/scope.ts'
import type { Period } from '../result/selection.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { placeOf, type Speaker, sayOf, spoken } from './alert-words.ts'
import { type DryRun, dryRun, withRules } from './dry-run.ts'

type Call = (typeof alertRuleCalls)['dryRun']
const mostExamples = 50

/** A dry run as whoever edits the configuration is told of it. Throws Fault `invalid` for rules with faults. */
export async function showDryRun(
  stores: Stores,
  who: Who,
  published: Dictionary,
  { rules, from, to, locale }: InputOf<Call>,
  now: number,
): Promise<ReplyOf<Call>> {
  refuseDisorder({ from, to })
  const dictionary = rules === undefined ? published : await withRules(stores, published, rules)
  const run = await dryRun(stores, dictionary, { from, to })
  const places = await placeDryRun(stores, dictionary, { from, to }, now)
  const all = [...run.raised, ...places.raised]
  const { alertRules } = dictionary.definition
  const words = locale ?? who.locale
  const say = sayOf(dictionary, words)
  const owners = counted(all.map(({ owner }) => owner))
  const names = await namesOf(stores.service, owners.keys())
  const person = (userId: string | null) => (userId === null ? null : { userId, name: names.get(userId) ?? '' })
  const byRule = counted(all.map(({ rule }) => rule.id))
  const shown = { dictionary, say, locale: words, who, scope: scopeOf(who, dictionary, 'editConfiguration') }
  return {
    ...{ interviews: run.interviews, total: all.length, isCut: run.isCut || places.isCut },
    rules: [...alertRules.rules, ...alertRules.placeRules].map(({ id, title }) => ({
      ...{ id, title: say(title), count: byRule.get(id) ?? 0 },
    })),
    owners: [...owners].sort(([, a], [, b]) => b - a).map(([userId, count]) => ({ owner: person(userId), count })),
    examples: [...placeExamples(shown, places.raised), ...examplesOf(shown, run)].map((one) => ({
      ...one,
      owner: person(one.owner),
    })),
  }
}

/** Throws Fault `invalid` for days in the wrong order. */
export function refuseDisorder({ from, to }: Period): void {
  if (from > to)
    throw new Fault('invalid', 'The days are in the wrong order.', [
      { place: 'to', expected: `${from} or later`, found: to },
    ])
}

function counted<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const examplesOf = (shown: Speaker, { raised }: DryRun) =>
  raised
    .filter(({ interview }) => reaches(shown.who, shown.dictionary, 'seeInterviews', interview.leaves))
    .slice(0, mostExamples)
    .map(({ rule, view, interview: { answers, day, leaves }, owner, interviewId }) => ({
      title: spoken(shown, { answers, day, leaves, view }, rule.alert.title),
      rule: { id: rule.id, title: shown.say(rule.title) },
      ...{ severity: rule.severity, owner, day, place: placeOf(shown, { leaves, view }), interviewId },
    }))

/** Of places whose figures the viewer may see. */
const placeExamples = (shown: Speaker, raised: readonly PlaceRaised[]) =>
  raised
    .filter(({ leaves }) => reaches(shown.who, shown.dictionary, 'seeIndicators', leaves))
    .slice(0, mostExamples)
    .map(({ rule, view, leaves, day, owner, about: { facts } }) => ({
      title: spoken(shown, { answers: null, day, leaves, view, facts }, rule.alert.title),
      rule: { id: rule.id, title: shown.say(rule.title) },
      ...{ severity: rule.severity, owner, day, place: placeOf(shown, { leaves, view }), interviewId: null },
    }))
