import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { addDays } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { int8, nullable, numbers, query, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Judged, testOf } from './rule-conditions.ts'

/** An interview that meets a rule but for its contact’s history. */
export type Candidate<T> = { readonly rule: T; readonly interview: Judged }

/** More than any rule asks for, and little enough for a contact that stands for many. */
const mostLookedAt = 500

/**
 * Those candidates whose contact has answered so before, as often as their rule asks; a rule that asks for no history
 * keeps all. Only interviews that came before count, so that the answer is the same whenever it is asked.
 */
export async function withHistory<T extends Pick<AlertRule, 'when' | 'history'>>(
  client: pg.Pool | pg.PoolClient,
  dictionary: Dictionary,
  candidates: readonly Candidate<T>[],
): Promise<Candidate<T>[]> {
  const asking = candidates.flatMap(({ rule: { history, when }, interview }, at) =>
    history && interview.contact !== null && interview.day !== null
      ? [{ ...history, at, when: history.when ?? when, ...interview, day: interview.day }]
      : [],
  )
  const isMet = new Set<number>()
  if (asking.length > 0) {
    const earlier = await earlierInterviews(client, dictionary, asking)
    const tests = new Map([...new Set(asking.map(({ when }) => when))].map((when) => [when, testOf(dictionary, when)]))
    for (const [place, { at, when, atLeast }] of asking.entries()) {
      const met = (earlier[place] ?? []).filter((one) => tests.get(when)?.(one))
      if (met.length >= atLeast) isMet.add(at)
    }
  }
  return candidates.filter(({ rule }, at) => !rule.history || isMet.has(at))
}

type HistoryInput = Judged & { readonly day: string; readonly days: number }

/** For each, the interviews of its contact within the days up to its own, itself among them. */
async function earlierInterviews(
  client: pg.Pool | pg.PoolClient,
  { universe, survey }: Dictionary,
  asking: readonly HistoryInput[],
): Promise<Judged[][]> {
  const { rows } = await query(
    client,
    {
      number: int8,
      answers: answersColumn,
      day: nullable(text),
      leaves: numbers,
      contact: nullable(text),
      place: int8,
    },
    `select w.place, i.number, i.answers, i.day::text, i.leaves, i.contact
     from unnest($3::text[], $4::bigint[], $5::date[], $6::date[]) with ordinality
       as w(contact, number, after, day, place)
     cross join lateral (
       select * from interview where universe = $1 and survey = $2 and contact = w.contact and number <= w.number
         and day > w.after and day <= w.day order by number desc limit ${mostLookedAt}) i`,
    [
      universe,
      survey,
      asking.map(({ contact }) => contact),
      asking.map(({ number }) => number),
      asking.map(({ day, days }) => addDays(day, -days)),
      asking.map(({ day }) => day),
    ],
  )
  const found = asking.map((): Judged[] => [])
  for (const row of rows) found[Number(row.place) - 1]?.push(row)
  return found
}
