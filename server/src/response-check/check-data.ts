import type { Question } from '@kaiku/contract/question.ts'
import { addDays, type Day, daysBetween } from '@kaiku/core/day.ts'
import { slotSeconds } from '@kaiku/core/response-burst.ts'
import { checkDays } from '@kaiku/core/response-check.ts'
import type { LikeCount, WeekCount } from '@kaiku/core/response-share.ts'
import type pg from 'pg'
import { placingOf } from '../correction/correction.ts'
import { type Bind, binder } from '../db/bind.ts'
import { bool, int8s, nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'

/** What is read, all within whole days until yesterday. */
export type CheckReading = {
  readonly client: pg.PoolClient
  readonly dictionary: Dictionary
  /** By the survey’s clocks. */
  readonly today: Day
}

/** A Monday: weeks are counted from it. */
const firstMonday = '1970-01-05'
export const weekOfDay = (day: Day): number => Math.floor(daysBetween(firstMonday, day) / 7)
export const mondayOf = (week: number): Day => addDays(firstMonday, week * 7)
export const monthOfDay = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
export const firstOfMonth = (month: number): Day =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`

/** In SQL, over `interview i`: the place in the first view; those that count, of whole days until yesterday. */
const placeOf = ({ views }: Dictionary) => {
  const [first] = views.values()
  return first ? `coalesce(i.leaves[${first.number}], 0)` : '0'
}
const known = (
  { dictionary: { universe, survey }, today }: CheckReading,
  bind: Bind,
  since = addDays(today, -checkDays.known),
) =>
  `i.universe = ${bind(universe)} and i.survey = ${bind(survey)} and i.excluded_at is null
     and i.day >= ${bind(since)}::date and i.day < ${bind(today)}::date`
const clock = ({ dictionary }: CheckReading, bind: Bind) =>
  `(i.at at time zone ${bind(dictionary.definition.settings.timeZone)})`

const slotColumns = { place: number, slot: number, count: number } satisfies Shape

/** Answers by place and part of an hour, where the time is known. */
export async function readSlots(reading: CheckReading) {
  const { values, bind } = binder()
  const { rows } = await query(
    reading.client,
    slotColumns,
    `select ${placeOf(reading.dictionary)} as place,
       floor(extract(epoch from ${clock(reading, bind)}) / ${slotSeconds})::int as slot, count(*)::int as count
     from interview i where ${known(reading, bind)} and i.at is not null group by 1, 2`,
    values,
  )
  return rows
}

/** What interviews are alike in. `like`, in SQL over `interview i`: text, empty where it is like none; `among`: which could be. */
export type Likeness = {
  readonly like: (bind: Bind) => string
  readonly among: (bind: Bind) => string
}

/** Two interviews or more of a place and week that are alike, and all of a week that could be. `kinds`: how many different ones there are. */
export async function readLikes(
  reading: CheckReading,
  { like, among }: Likeness,
  { from, least }: { readonly from: number; readonly least: number },
): Promise<{ readonly likes: LikeCount[]; readonly weeks: WeekCount[]; readonly kinds: number }> {
  const { values, bind } = binder()
  const { rows } = await query(
    reading.client,
    { place: nullable(number), week: nullable(number), like: nullable(text), count: number },
    `with base as (
       select ${placeOf(reading.dictionary)} as place, floor((i.day - ${bind(firstMonday)}::date) / 7.0)::int as week,
         ${like(bind)} as "like"
       from interview i where ${known(reading, bind)} and ${among(bind)}),
     cells as materialized (select place, week, "like", count(*)::int as count from base group by 1, 2, 3)
     select place, week, "like", count from cells where "like" in (
       select "like" from cells where "like" <> '' and week >= ${bind(from)} and count >= ${bind(least)})
     union all
     select place, week, null, sum(count)::int from cells group by place, week
     union all
     select null, null, null, count(distinct "like")::int from cells where "like" <> ''`,
    values,
  )
  const likes: LikeCount[] = []
  const weeks: WeekCount[] = []
  let kinds = 0
  for (const { place, week, like: one, count } of rows)
    if (place === null || week === null) kinds = count
    else if (one === null) weeks.push({ place, week, n: count })
    else likes.push({ place, week, like: one, count })
  return { likes, weeks, kinds }
}

/** Time of answers at an hour of the day. */
export const byHour = (reading: CheckReading): Likeness => ({
  like: (bind) => `extract(hour from ${clock(reading, bind)})::int::text`,
  among: () => 'i.at is not null',
})

/** Answers that took less than a share of the survey’s median time; null where no question tells the time. */
export async function byDuration(reading: CheckReading): Promise<Likeness | null> {
  const rules = reading.dictionary.definition.settings.quality
  const duration = rules?.duration
  if (duration === undefined) return null
  const { values, bind } = binder()
  const seconds = (of: Bind) => `(i.answers ->> ${of(duration)})::float8`
  const isThere = (of: Bind) => `jsonb_typeof(i.answers -> ${of(duration)}) = 'number'`
  const { rows } = await query(
    reading.client,
    { median: nullable(number) },
    `select percentile_cont(0.5) within group (order by ${seconds(bind)}) as median
     from interview i where ${known(reading, bind)} and ${isThere(bind)}`,
    values,
  )
  const median = rows[0]?.median ?? null
  if (median === null) return null
  const limit = median * (rules?.tooFast ?? usualTooFast)
  return { like: (of) => `case when ${seconds(of)} < ${of(limit)}::float8 then 'fast' else '' end`, among: isThere }
}
/** Where the survey says nothing of it, as `tooFast` of core advises. */
const usualTooFast = 0.33

const leastSheet = 6
const leastLine = 4

/** Answers to choose among that are the same from the first question to the last; null where there are too few questions. */
export function bySheet({ dictionary }: CheckReading): Likeness | null {
  const placing = placingOf(dictionary)
  const closed = [...dictionary.questions.values()].flatMap(({ question }) =>
    isClosed(question) && !isPersonal(question) && !question.computed && !placing.has(question.id) ? [question.id] : [],
  )
  if (closed.length < leastSheet) return null
  const given = (bind: Bind) =>
    `(select count(*) from jsonb_object_keys(i.answers) k where k = any(${bind(closed)}::text[]))`
  return {
    like: (bind) => `(select md5(string_agg(key || ':' || value::text, ';' order by key))
      from jsonb_each(i.answers) where key = any(${bind(closed)}::text[]))`,
    among: (bind) => `${given(bind)} >= ${leastSheet}`,
  }
}

const isClosed = ({ type }: Question) => type === 'scale' || type === 'choice' || type === 'multiple'

/** The same step on all questions of the commonest scale; null where it has too few. */
export function byLine({ dictionary }: CheckReading): Likeness | null {
  const scales = new Map<string, string[]>()
  for (const { question } of dictionary.questions.values())
    if (question.type === 'scale' && !question.computed) {
      const scale = `${question.min} ${question.max}`
      scales.set(scale, [...(scales.get(scale) ?? []), question.id])
    }
  const of = [...scales.values()].sort((a, b) => b.length - a.length)[0] ?? []
  if (of.length < leastLine) return null
  const told = (bind: Bind, what: string) =>
    `(select ${what} from jsonb_each_text(i.answers) where key = any(${bind(of)}::text[]))`
  return {
    like: (bind) => told(bind, `case when min(value) = max(value) then 'line ' || min(value) else '' end`),
    among: (bind) => `${told(bind, 'count(*)')} >= ${leastLine}`,
  }
}

/** One identifier, such as that of a device; only within the statement is it told from others. */
export const byIdentifier = (id: string): Likeness => ({
  like: (bind) => `md5(i.answers ->> ${bind(id)})`,
  among: (bind) => `i.answers ? ${bind(id)}`,
})

const monthColumns = {
  question: text,
  place: number,
  month: number,
  isEnd: bool,
  n: number,
  sum: number,
  squares: number,
  best: number,
} satisfies Shape

export type ScoredQuestion = {
  readonly id: string
  readonly min: number
  readonly max: number
  readonly best: number
  readonly missing: readonly unknown[]
}

/** Days at the end of a month that are held against the others. */
export const endDays = 3

/** Answers on scales by place and month, its last days apart; whole months alone. */
export async function readMonths(reading: CheckReading, questions: readonly ScoredQuestion[]) {
  const { values, bind } = binder()
  const { rows } = await query(
    reading.client,
    monthColumns,
    `with scale as (select * from jsonb_to_recordset(${bind(JSON.stringify(questions))}::jsonb)
       as s (id text, min float8, max float8, best float8, missing jsonb)),
     told as (
       select s.id as question, ${placeOf(reading.dictionary)} as place,
         (extract(year from i.day) * 12 + extract(month from i.day) - 1)::int as month,
         i.day >= (date_trunc('month', i.day) + interval '1 month')::date - ${endDays} as is_end,
         (i.answers ->> s.id)::float8 as value, s.best
       from interview i cross join scale s
       where ${known(reading, bind, firstOfMonth(monthOfDay(reading.today) - monthsKnown))}
         and i.day < ${bind(firstOfMonth(monthOfDay(reading.today)))}::date
         and jsonb_typeof(i.answers -> s.id) = 'number' and (i.answers ->> s.id)::float8 between s.min and s.max
         and not s.missing @> (i.answers -> s.id))
     select question, place, month, is_end as "isEnd", count(*)::int as n, sum(value) as sum,
       sum(value * value) as squares, (count(*) filter (where value = best))::int as best
     from told group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    values,
  )
  return rows
}
/** Months that are over and told: three that are looked at, and those before them. */
export const monthsKnown = 15

/** The numbers of interviews of a place, from a day to another; `like`: of those that are alike in one of these. */
export async function numbersOf(
  reading: CheckReading,
  { place, from, to }: { readonly place: number; readonly from: Day; readonly to: Day },
  narrowed: (bind: Bind) => string,
  most: number,
): Promise<readonly string[]> {
  const { values, bind } = binder()
  const { rows } = await query(
    reading.client,
    { numbers: nullable(int8s) },
    `select array_agg(number order by number) as numbers from (
       select i.number from interview i where ${known(reading, bind, from)} and i.day <= ${bind(to)}::date
         and ${placeOf(reading.dictionary)} = ${bind(place)} and ${narrowed(bind)}
       order by i.number limit ${bind(most)}) n`,
    values,
  )
  return rows[0]?.numbers ?? []
}

/** Those alike in one of these. */
export const alike =
  ({ like, among }: Likeness, likes: readonly string[]) =>
  (bind: Bind) =>
    `${among(bind)} and ${like(bind)} = any(${bind(likes)}::text[])`

/** Those within parts of hours, from the first to before the last. */
export const within =
  (reading: CheckReading, { from, to }: { readonly from: number; readonly to: number }) =>
  (bind: Bind) =>
    `i.at is not null and floor(extract(epoch from ${clock(reading, bind)}) / ${slotSeconds}) >= ${bind(from)}::float8
     and floor(extract(epoch from ${clock(reading, bind)}) / ${slotSeconds}) < ${bind(to)}::float8`

/** Interviews that were looked at. */
export async function countKnown(reading: CheckReading): Promise<number> {
  const { values, bind } = binder()
  const { rows } = await query(
    reading.client,
    { n: number },
    `select count(*)::int as n from interview i where ${known(reading, bind)}`,
    values,
  )
  return rows[0]?.n ?? 0
}
