import type pg from 'pg'
import { bool, int8, nullable, numbers as numbersColumn, query, type Shape, text } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { noting } from '../interview-change/interview-change.ts'

const waitingInterviewColumns = {
  number: int8,
  person: text,
  day: nullable(text),
  leaves: numbersColumn,
} satisfies Shape

const releasedColumns = {
  group: int8,
  number: int8,
  person: text,
  day: nullable(text),
  leaves: numbersColumn,
  told: answersColumn,
  isWeighed: bool,
  now: nullable(answersColumn),
  nowLeaves: nullable(numbersColumn),
} satisfies Shape

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>
const keyOf = ({ universe, survey }: SurveyKey) => [universe, survey] as const

export type WaitingInterview = {
  readonly number: string
  readonly person: string
  readonly day: string | null
  readonly leaves: readonly number[]
}
/** The person who answered, who may have given several interviews. */
const person = `coalesce(nullif(i.contact, ''), '#' || i.number)`

/** Interviews that were not released yet. */
export async function waitingInterviews(client: pg.PoolClient, own: SurveyKey): Promise<readonly WaitingInterview[]> {
  const { rows } = await query(
    client,
    waitingInterviewColumns,
    `select i.number, ${person} as person, i.day::text as day, i.leaves from interview i
     where i.universe = $1 and i.survey = $2 and i.excluded_at is null
       and not exists (select from protected_interview p where (p.universe, p.survey, p.number) = (i.universe, i.survey, i.number))
       and not exists (select from protected_absence a where (a.universe, a.survey, a.number) = (i.universe, i.survey, i.number))
     order by i.number`,
    [...keyOf(own)],
  )
  return rows
}

export type Released = {
  readonly group: string
  readonly number: string
  readonly person: string
  readonly day: string | null
  readonly leaves: readonly number[]
  readonly told: Answers
  readonly isWeighed: boolean
  /** What the interview holds now, and where; null: it is gone. */
  readonly now: Answers | null
  readonly nowLeaves: readonly number[] | null
}

/** Members of some groups, or of all. */
export async function releasedInterviews(
  client: pg.PoolClient,
  own: SurveyKey,
  groups: readonly string[] | null,
): Promise<readonly Released[]> {
  const { rows } = await query(
    client,
    releasedColumns,
    `select p.of_group as "group", p.number, p.person, p.day::text as day, p.leaves, p.answers as told,
       coalesce(p.weight, 0) > 0 as "isWeighed", i.answers as now, i.leaves as "nowLeaves"
     from protected_interview p
     left join interview i on (i.universe, i.survey, i.number) = (p.universe, p.survey, p.number)
     where p.universe = $1 and p.survey = $2 and ($3::bigint[] is null or p.of_group = any($3))
     order by p.number`,
    [...keyOf(own), groups],
  )
  return rows
}

/** Groups with fewer people than this. */
export async function smallGroups(client: pg.PoolClient, own: SurveyKey, minimum: number): Promise<readonly string[]> {
  return groupsWhere(client, own, 'true', `having count(distinct p.person) < ${Number(minimum)}`)
}

/** Groups of which members are gone from the survey, or were corrected since the last release. */
export const groupsOfGone = (client: pg.PoolClient, own: SurveyKey): Promise<readonly string[]> =>
  groupsWhere(client, own, `${isHeld} and not exists (${interviewOf})`)
export const groupsOfCorrected = (client: pg.PoolClient, own: SurveyKey): Promise<readonly string[]> =>
  groupsWhere(client, own, `${isHeld} and exists (${interviewOf})`)

const isHeld = 'exists (select from projection_held h where (h.survey, h.number) = (p.survey, p.number))'
const interviewOf = 'select from interview i where (i.universe, i.survey, i.number) = (p.universe, p.survey, p.number)'

async function groupsWhere(
  client: pg.PoolClient,
  own: SurveyKey,
  where: string,
  having = '',
): Promise<readonly string[]> {
  const { rows } = await query(
    client,
    { group: int8 },
    `select p.of_group as "group" from protected_interview p
     where p.universe = $1 and p.survey = $2 and ${where} group by p.of_group ${having}`,
    [...keyOf(own)],
  )
  return rows.map(({ group }) => group)
}

/** The answers and weights of interviews, by number. */
export async function answersOf(
  client: pg.PoolClient,
  own: SurveyKey,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, { readonly answers: Answers; readonly isWeighed: boolean }>> {
  const { rows } = await query(
    client,
    {
      number: int8,
      answers: answersColumn,
      isWeighed: bool,
    },
    `select number, answers, coalesce(weight, 0) > 0 as "isWeighed" from interview
     where universe = $1 and survey = $2 and number = any($3::bigint[])`,
    [...keyOf(own), numbers],
  )
  return new Map(rows.map(({ number, ...row }) => [number, row]))
}

async function nextGroup(client: pg.PoolClient): Promise<string> {
  const { rows } = await query(client, { next: int8 }, `select nextval('protected_group_number') as next`)
  return rows[0]?.next ?? '0'
}

export type NewGroup = {
  /** First day of its period; null: the survey has no days. */
  readonly day: string | null
  readonly leaves: readonly number[]
  readonly withheld: readonly string[]
  /** Whether weights may be used: where few have one they would tell whose answers are counted. */
  readonly weighs: boolean
}
export type Member = { readonly number: string; readonly person: string }

/** Releases interviews as one group; those that were released before join it as they were told. */
export async function storeGroup(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { day, leaves, withheld, weighs }: NewGroup,
  members: readonly Member[],
) {
  await noteChanges(client, dictionary, numbersOf(members))
  await client.query(
    `insert into protected_interview as p (universe, survey, number, person, of_group, day, leaves, answers, matched, weight)
     select i.universe, i.survey, i.number, g.person, $4, $5, $6, i.answers - $7::text[], i.matched - $7::text[],
       case when $8 then i.weight end
     from jsonb_to_recordset($3) as g (number bigint, person text)
     join interview i on (i.universe, i.survey, i.number) = ($1, $2, g.number)
     on conflict (universe, survey, number) do update set of_group = excluded.of_group, leaves = excluded.leaves,
       answers = p.answers - $7::text[], matched = p.matched - $7::text[], weight = case when $8 then p.weight end`,
    [...keyOf(dictionary), JSON.stringify(members), await nextGroup(client), day, leaves, withheld, weighs],
  )
}

/** Leaves answers out of interviews that were released in this transaction. */
export async function withholdFrom(
  client: pg.PoolClient,
  own: SurveyKey,
  members: readonly Member[],
  questions: readonly string[],
) {
  if (members.length === 0 || questions.length === 0) return
  await client.query(
    `update protected_interview set answers = answers - $4::text[], matched = matched - $4::text[]
     where universe = $1 and survey = $2 and number = any($3::bigint[])`,
    [...keyOf(own), numbersOf(members), questions],
  )
}

/** Takes interviews out of all figures, for good. */
export async function removeReleased(client: pg.PoolClient, dictionary: Dictionary, members: readonly Member[]) {
  await noteChanges(client, dictionary, numbersOf(members))
  await client.query(
    `with gone as (
      delete from protected_interview where universe = $1 and survey = $2 and number = any($3::bigint[]) returning number)
    insert into protected_absence (universe, survey, number)
    select i.universe, i.survey, i.number from gone
    join interview i on (i.universe, i.survey, i.number) = ($1, $2, gone.number)
    on conflict do nothing`,
    [...keyOf(dictionary), numbersOf(members)],
  )
}

export async function moveReleased(
  client: pg.PoolClient,
  dictionary: Dictionary,
  members: readonly Member[],
  leaves: readonly number[],
) {
  await noteChanges(client, dictionary, numbersOf(members))
  await client.query(
    'update protected_interview set leaves = $4 where universe = $1 and survey = $2 and number = any($3::bigint[])',
    [...keyOf(dictionary), numbersOf(members), leaves],
  )
}

/** New answers of released interviews, by number. */
export async function correctReleased(
  client: pg.PoolClient,
  dictionary: Dictionary,
  answers: ReadonlyMap<string, Answers>,
) {
  if (answers.size === 0) return
  await noteChanges(client, dictionary, [...answers.keys()])
  await client.query(
    `update protected_interview p set answers = g.answers,
       matched = (select jsonb_object_agg(key, value) from jsonb_each(i.matched) where g.answers ? key)
     from jsonb_to_recordset($3) as g (number bigint, answers jsonb)
     join interview i on (i.universe, i.survey, i.number) = ($1, $2, g.number)
     where (p.universe, p.survey, p.number) = ($1, $2, g.number)`,
    [...keyOf(dictionary), JSON.stringify([...answers].map(([number, told]) => ({ number, answers: told })))],
  )
}

const numbersOf = (members: readonly Member[]) => members.map(({ number }) => number)

/** Tells the feed before something changes, with the day that each had so far. */
async function noteChanges(client: pg.PoolClient, dictionary: Dictionary, numbers: readonly string[]) {
  await client.query(
    noting(
      `select n.number, case when p.number is not null then 0 end, p.day
       from unnest($3::bigint[]) as n (number)
       left join protected_interview p on (p.universe, p.survey, p.number) = ($1, $2, n.number)`,
      'released',
    ),
    [...keyOf(dictionary), numbers],
  )
}
