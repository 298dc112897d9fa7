import type { Day } from '@kaiku/core/day.ts'
import { int8, nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { measuredShape, minimumFor, type SeenTimes, type SurveyShape, uniformShape } from './shape.ts'
import { AnswerTally } from './tally.ts'

/** Of more interviews than these, some are looked at. */
const mostRead = 100_000
const batch = 1_000
/** Places with at least so many interviews have shares of their own, the largest of them. */
const leastOfPlace = 50
const mostPlaces = 500

/** What is counted; what people left out counts nowhere. */
const counted = 'from interview where universe = $1 and survey = $2 and excluded_at is null'

/**
 * The shape of a survey's answers. A protected one's, and that of one with fewer answers than its minimum n, is made of
 * its definition alone. `last`: the last day of what is made of nothing.
 */
export async function readShape(
  stores: Pick<Stores, 'service'>,
  dictionary: Dictionary,
  last: Day,
  signal?: AbortSignal,
): Promise<SurveyShape> {
  if (dictionary.definition.settings.protection) return uniformShape(dictionary, last)
  const minimum = minimumFor(dictionary)
  const own = [dictionary.universe, dictionary.survey]
  const total = await query(stores.service, { n: int8 }, `select count(*) as n ${counted}`, own)
  const interviews = Number(total.rows[0]?.n ?? 0)
  if (interviews < minimum) return Object.assign({}, uniformShape(dictionary, last), { interviews })
  const places = await query(
    stores.service,
    { leaf: number },
    `select coalesce(leaves[1], 0) as leaf ${counted} group by 1 having count(*) >= $3 order by count(*) desc, 1 limit $4`,
    [...own, Math.max(leastOfPlace, minimum), mostPlaces],
  )
  const tally = new AnswerTally(dictionary, new Set(places.rows.map(({ leaf }) => leaf)))
  await readAnswers(stores, dictionary, tally, Math.ceil(interviews / mostRead), signal)
  const times = dictionary.role('date') ? await readTimes(stores, dictionary, minimum) : null
  return Object.assign({}, measuredShape(dictionary, tally, times), { interviews })
}

const seen = { number: text, leaf: number, month: nullable(text), answers: answersColumn } satisfies Shape

async function readAnswers(
  { service }: Pick<Stores, 'service'>,
  { universe, survey }: Dictionary,
  tally: AnswerTally,
  every: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let from = '0'; ; ) {
    signal?.throwIfAborted()
    const { rows } = await query(
      service,
      seen,
      `select number::text, coalesce(leaves[1], 0) as leaf, to_char(day, 'YYYY-MM') as month, answers ${counted}
         and number > $3 and number % $4 = 0 order by interview.number limit ${batch}`,
      [universe, survey, from, every],
    )
    for (const row of rows) tally.add(row)
    if (rows.length < batch) return
    from = rows.at(-1)?.number ?? from
  }
}

const cell = { kind: text, cell: text, n: int8 } satisfies Shape
const ends = { first: nullable(text), last: nullable(text) } satisfies Shape

/** Null: too few interviews have a day. */
async function readTimes(
  { service }: Pick<Stores, 'service'>,
  { universe, survey, definition }: Dictionary,
  minimum: number,
): Promise<SeenTimes | null> {
  const own = [universe, survey]
  const { rows } = await query(
    service,
    cell,
    `select 'month' as kind, to_char(day, 'YYYY-MM') as cell, count(*) as n ${counted} and day is not null group by 2
     union all
     select 'weekday', extract(isodow from day)::int::text, count(*) ${counted} and day is not null group by 2
     union all
     select 'hour', extract(hour from at at time zone $3)::int::text, count(*) ${counted} and at is not null group by 2`,
    [...own, definition.settings.timeZone],
  )
  // The outermost days are those that so many interviews lie at or beyond.
  const outermost = await query(
    service,
    ends,
    `select (select day::text ${counted} and day is not null order by interview.day offset $3 limit 1) as first,
       (select day::text ${counted} and day is not null order by interview.day desc offset $3 limit 1) as last`,
    [...own, minimum - 1],
  )
  const [end] = outermost.rows
  if (!end || end.first === null || end.last === null) return null
  const cellsOf = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => [row.cell, Number(row.n)] as const)
  const numbered = (kind: string) => new Map(cellsOf(kind).map(([name, n]) => [Number(name), n]))
  return {
    months: new Map(cellsOf('month')),
    weekdays: numbered('weekday'),
    hours: numbered('hour'),
    first: end.first,
    last: end.last,
  }
}
