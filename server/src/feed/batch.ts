import type pg from 'pg'
import { bool, int8, number as numberColumn, numbers, query, type Shape } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { applyChanges } from '../projection/apply-changes.ts'
import { dayOf } from '../projection/column.ts'
import { touchingMonths } from '../projection/projection-survey.ts'
import { isFormer, prepareTable } from '../projection/table.ts'
import { isPassing, type Range, settledAfter, within } from '../projection/truth-rows.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { withhold } from './withheld.ts'

const batchRowColumns = {
  number: int8,
  from_tx: int8,
  from_seq: int8,
  to_tx: int8,
  to_seq: int8,
  surveys: numbers,
  changes: numberColumn,
} satisfies Shape

/** Changes that reach ClickHouse together. Its range is saved before it is inserted and never grows. */
export type Batch = Range & { readonly number: string; readonly surveys: readonly number[]; readonly changes: number }

/** At most this many changes are inserted together. */
export const largestBatch = 100_000

const columns = `number, from_tx, from_seq, to_tx, to_seq, surveys, changes`
type BatchRow = {
  number: string
  from_tx: string
  from_seq: string
  to_tx: string
  to_seq: string
  surveys: number[]
  changes: number
}
const batchOf = (row: BatchRow): Batch => ({
  number: row.number,
  from: { tx: row.from_tx, seq: row.from_seq },
  to: { tx: row.to_tx, seq: row.to_seq },
  surveys: row.surveys,
  changes: row.changes,
})

/** The oldest batch that was begun and not finished; null when there is none. */
export async function openBatch(client: pg.PoolClient): Promise<Batch | null> {
  const { rows } = await query(
    client,
    batchRowColumns,
    `select ${columns} from projection_batch where done_at is null order by number limit 1`,
  )
  return rows[0] ? batchOf(rows[0]) : null
}

/**
 * Begins a batch with the changes after the cursor that no running transaction can precede any more; null when there is
 * none. The months it touches are marked in the same transaction.
 */
export async function beginBatch(stores: Stores, client: pg.PoolClient): Promise<Batch | null> {
  await client.query('begin')
  try {
    const { rows } = await query(
      client,
      batchRowColumns,
      `with cursor as (select tx, seq from projection_cursor),
      ready as (
        select tx, seq, survey from interview_change
        where ${settledAfter('(select tx from cursor)', '(select seq from cursor)')}
        order by tx, seq limit ${largestBatch}),
      last as (select tx, seq from ready order by tx desc, seq desc limit 1)
      insert into projection_batch (from_tx, from_seq, to_tx, to_seq, surveys, changes)
      select cursor.tx, cursor.seq, last.tx, last.seq,
        (select array_agg(distinct survey) from ready), (select count(*) from ready)
      from cursor, last
      returning ${columns}`,
    )
    const batch = rows[0] ? batchOf(rows[0]) : null
    if (batch && batch.changes >= enoughToMatter) await learnSizes(client)
    if (batch) await withhold(stores, client, batch, batch.surveys)
    if (batch) await touchMonths(client, batch)
    await client.query('commit')
    return batch
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const enoughToMatter = 100

/**
 * Before PostgreSQL has counted a new table it takes it for tiny, and compares every change with every interview instead
 * of looking them up.
 */
async function learnSizes(client: pg.PoolClient): Promise<void> {
  const { rows } = await query(
    client,
    { known: bool },
    `select reltuples >= 1000 as known from pg_class where oid = 'interview'::regclass`,
  )
  if (!rows[0]?.known) await client.query('analyze interview')
}

async function touchMonths(client: pg.PoolClient, batch: Range): Promise<void> {
  const month = (day: string) => `date_trunc('month', ${dayOf(day)}::timestamp)::date`
  await client.query(
    `with changed as materialized (
      select universe, survey, number, old_leaf, old_day from interview_change
      where ${within(batch)} and ${isPassing}),
    days as (
      select c.universe, c.survey, i.day
      from changed c join lateral (
        select day from interview i where (i.universe, i.survey, i.number) = (c.universe, c.survey, c.number) offset 0) i
        on true
      union select universe, survey, p.day from changed c join protected_interview p using (universe, survey, number)
      union select universe, survey, old_day from changed where old_leaf is not null),
    months as (
      select universe, survey, array_agg(distinct ${month('day')}) as months from days group by universe, survey)
    ${touchingMonths('select universe, survey, months from months')}`,
  )
}

/** Brings a batch into the tables; the second time changes nothing. */
export async function applyBatch(stores: Stores, batch: Batch): Promise<void> {
  const { rows } = await query(
    stores.service,
    { survey: numberColumn },
    'select number as survey from survey where number = any($1) order by number',
    [batch.surveys],
  )
  // A universe may have been deleted since, with its tables.
  for (const { survey } of rows) {
    const dictionary = await surveyByNumber(stores, survey)
    await prepareTable(stores, dictionary)
    // The rebuild that a table of before waits for brings all of it.
    if (await isFormer(stores, survey)) continue
    await applyChanges(stores, dictionary, batch, tableOf(survey))
  }
}

/** Says that a batch is visible and moves the cursor behind it. */
export async function finishBatch(client: pg.PoolClient, { number, to }: Batch): Promise<void> {
  await client.query(
    `with done as (update projection_batch set done_at = clock_timestamp() where number = $1)
    update projection_cursor set tx = $2, seq = $3 where (tx, seq) < ($2::xid8, $3::bigint)`,
    [number, to.tx, to.seq],
  )
}

const keptBatches = `interval '10 minutes'`

/** Forgets batches that no feed does again. */
export const forgetBatches = (service: pg.Pool) =>
  service.query(`delete from projection_batch where done_at < clock_timestamp() - ${keptBatches}`)
