import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bool, int8, number, query, type Shape } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { beginning, type Position } from './truth-rows.ts'

const positionColumns = { tx: int8, seq: int8 } satisfies Shape

/** The newest change that is committed. */
export async function lastChange(client: pg.Pool | pg.PoolClient): Promise<Position> {
  const { rows } = await query(
    client,
    positionColumns,
    'select tx, seq from interview_change order by tx desc, seq desc limit 1',
  )
  return rows[0] ?? beginning
}

/**
 * In SQL: something is committed after the position in the one row of this table. From the end of the index: a comparison
 * with the cursor alone would read the whole table.
 */
export const isBehind = (cursor: 'projection_cursor' | 'alert_cursor'): string =>
  `coalesce((select (last.tx, last.seq) > (c.tx, c.seq)
    from ${cursor} c, (select tx, seq from interview_change order by tx desc, seq desc limit 1) last), false)`

/** Whether every change up to this one is visible and the load counts say so. */
export async function isPassed({ service }: Stores, { tx, seq }: Position, survey?: number): Promise<boolean> {
  const { rows } = await query(
    service,
    { passed: bool },
    `select (c.tx, c.seq) >= ($1::xid8, $2::bigint)
      and not exists (select from projection_batch where done_at is null)
      and not exists (select from projection_survey where touched <> '{}' and survey = coalesce($3, survey)) as passed
     from projection_cursor c`,
    [tx, seq, survey ?? null],
  )
  return rows[0]?.passed ?? false
}

const pollPause = 10

/** Waits until all that is committed now is visible, or nobody wants to know any more. */
export async function caughtUp(stores: Stores, survey?: number, signal?: AbortSignal): Promise<void> {
  const target = await lastChange(stores.service)
  while (signal?.aborted !== true && !(await isPassed(stores, target, survey))) await sleep(pollPause)
}

/** The newest change that is committed, and how far the figures and the alerts have followed. */
export async function followed({ service }: Pick<Stores, 'service'>) {
  const cursor = async (table: 'projection_cursor' | 'alert_cursor') =>
    (await query(service, positionColumns, `select tx, seq from ${table}`)).rows[0] ?? beginning
  const [figures, alerts, last] = [
    await cursor('projection_cursor'),
    await cursor('alert_cursor'),
    await lastChange(service),
  ]
  return { last, figures, alerts }
}

/** How many changes the figures and the alerts have not followed yet, as far as it is counted. */
export async function changesBehind({ service }: Pick<Stores, 'service'>) {
  const behind = (cursor: string) => `(select count(*)::int from (
    select from interview_change c, ${cursor} p where (c.tx, c.seq) > (p.tx, p.seq) limit ${countedChanges}) waiting)`
  const { rows } = await query(
    service,
    { figures: number, alerts: number },
    `select ${behind('projection_cursor')} as figures, ${behind('alert_cursor')} as alerts`,
  )
  return rows[0] ?? { figures: 0, alerts: 0 }
}

const countedChanges = 100_000
