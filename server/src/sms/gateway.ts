import type pg from 'pg'
import { query, type RowOf, type Shape, text } from '../db/rows.ts'

const columns = { sender: text, callingCode: text } satisfies Shape
/** What sends SMS for a universe. */
export type Gateway = RowOf<typeof columns>

/** Null: the universe has none. */
export async function readGateway(client: pg.Pool | pg.PoolClient, universe: string): Promise<Gateway | null> {
  const { rows } = await query(
    client,
    columns,
    'select sender, calling_code as "callingCode" from sms_gateway where universe = $1',
    [universe],
  )
  return rows[0] ?? null
}
