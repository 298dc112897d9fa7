import type { alertRuleCalls } from '@kaiku/contract/alert-dry-run.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Day } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type DryRun, dryRun, withRules } from '../alert-rule/dry-run.ts'
import { placeOf, type Speaker, spoken, translatorOf } from '../alert-words/alert-words.ts'
import type { PlaceFacts } from '../alert-words/place-facts.ts'
import { inUniverse } from '../db/postgres.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { placeDryRun } from '../place-rule/place-dry-run.ts'
import type { PlaceRaised } from '../place-rule/place-raised.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches } from '../selection/scope-condition.ts'
import type { Period } from '../selection/selection.ts'
import { withOnly } from './shown-rules.ts'

type Call = (typeof alertRuleCalls)['dryRun']
/** Of rules on interviews, and of rules on places. */
const mostExamples = 100
const mostPlaces = 50

/** An alert of a dry run, whatever it is about. */
type Listed = {
  readonly rule: PlaceRaised['rule'] | DryRun['raised'][number]['rule']
  readonly view: string
  readonly leaves: readonly number[]
  readonly answers: Answers | null
  readonly facts: PlaceFacts | null
  readonly interviewId: string | null
  /** Of the interview, else on which it came. */
  readonly newsDay: Day
  readonly day: Day | null
  readonly owner: string | null
  readonly isRaised: boolean
}

/** A dry run as whoever edits the configuration is told of it. Throws Fault `invalid` for rules with faults. */
export async function showDryRun(
  stores: Stores,
  who: Viewer,
  published: Dictionary,
  { rules, only, from, to, locale }: InputOf<Call>,
  now: number,
): Promise<ReplyOf<Call>> {
  refuseDisorder({ from, to })
  const dictionary = withOnly(rules === undefined ? published : await withRules(stores, published, rules), only)
  const run = await dryRun(stores, dictionary, { from, to })
  const places = await placeDryRun(stores, dictionary, { from, to }, now)
  const all = [...placesListed(places.raised), ...(await interviewsListed(stores, dictionary, run))]
  const words = locale ?? who.locale
  const translate = translatorOf(dictionary, words)
  const speaker = { dictionary, translate, locale: words, who, scope: scopeOf(who, dictionary, 'editConfiguration') }
  const owners = counted(all, ({ owner }) => owner)
  const names = await namesOf(
    stores.service,
    owners.map(({ key }) => key),
  )
  const person = (userId: string | null) => (userId === null ? null : { userId, name: names.get(userId) ?? '' })
  const byRule = new Map(counted(all, ({ rule }) => rule.id).map(({ key, ...counts }) => [key, counts]))
  const { alertRules } = dictionary.definition
  const seen = all.filter((one) =>
    reaches(who, dictionary, one.interviewId === null ? 'seeIndicators' : 'seeInterviews', one.leaves),
  )
  return {
    interviews: run.interviews,
    total: all.length,
    isCut: run.isCut || places.isCut,
    raised: all.filter(({ isRaised }) => isRaised).length,
    rules: [...alertRules.rules, ...alertRules.placeRules].map(({ id, title }) => ({
      id,
      title: translate(title),
      ...(byRule.get(id) ?? { count: 0, raised: 0 }),
    })),
    owners: owners.map(({ key, ...counts }) => ({ owner: person(key), ...counts })),
    days: counted(all, ({ newsDay }) => newsDay)
      .map(({ key: day, ...counts }) => ({ day, ...counts }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    places: placesOf(speaker, seen),
    examples: [
      ...seen.filter(({ interviewId }) => interviewId === null).slice(0, mostExamples),
      ...seen.filter(({ interviewId }) => interviewId !== null).slice(0, mostExamples),
    ].map((one) => ({
      title: spoken(speaker, one, one.rule.alert.title),
      rule: { id: one.rule.id, title: translate(one.rule.title) },
      severity: one.rule.severity,
      owner: person(one.owner),
      day: one.day,
      place: placeOf(speaker, one),
      interviewId: one.interviewId,
      isRaised: one.isRaised,
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

const placesListed = (raised: Awaited<ReturnType<typeof placeDryRun>>['raised']): Listed[] =>
  raised.map(({ rule, view, leaves, day, owner, about: { facts }, isThere }) => ({
    rule,
    view,
    leaves,
    answers: null,
    facts,
    interviewId: null,
    newsDay: day,
    day,
    owner,
    isRaised: isThere,
  }))

async function interviewsListed(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  { raised }: DryRun,
): Promise<Listed[]> {
  const numbers = [...new Set(raised.map(({ interview }) => interview.number))]
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { there: text },
      `select interview || ' ' || rule as there from alert where universe = $1 and survey = $2 and interview = any($3)`,
      [universe, survey, numbers],
    ),
  )
  const there = new Set(rows.map((row) => row.there))
  return raised.map(({ rule, view, owner, interviewId, newsDay, interview: { number, answers, leaves, day } }) => ({
    rule,
    view,
    leaves,
    answers,
    facts: null,
    interviewId,
    newsDay,
    day,
    owner,
    isRaised: there.has(`${number} ${rule.id}`),
  }))
}

/** How many alerts have each value, and how many of them are there already; most first. */
function counted<T>(listed: readonly Listed[], keyOf: (one: Listed) => T) {
  const counts = new Map<T, { count: number; raised: number }>()
  for (const one of listed) {
    const key = keyOf(one)
    const sum = counts.get(key) ?? { count: 0, raised: 0 }
    sum.count += 1
    if (one.isRaised) sum.raised += 1
    counts.set(key, sum)
  }
  return [...counts].map(([key, sum]) => ({ key, ...sum })).sort((a, b) => b.count - a.count)
}

function placesOf(speaker: Speaker, seen: readonly Listed[]) {
  const { views } = speaker.dictionary
  const keyOf = ({ view, leaves }: Listed) => `${view} ${leaves[(views.get(view)?.number ?? 0) - 1]}`
  const first = new Map(seen.map((one) => [keyOf(one), one]))
  return counted(seen, keyOf)
    .slice(0, mostPlaces)
    .flatMap(({ key, ...counts }) => {
      const one = first.get(key)
      return one ? [{ place: placeOf(speaker, one), ...counts }] : []
    })
}
