import type pg from 'pg'
import { bytes, query, text } from '../db/rows.ts'
import type { CheckedFile } from '../file-check/checked-file.ts'

export const addAttachment = (
  client: pg.PoolClient,
  universe: string,
  alert: string,
  person: string,
  { name, type, bytes }: CheckedFile,
) =>
  client.query(
    `insert into alert_attachment (universe, alert, name, type, size, content, person)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [universe, alert, name, type, bytes.length, bytes, person],
  )

/** Null where the alert has no such file. */
export async function contentOf(
  client: pg.PoolClient,
  universe: string,
  alert: string,
  id: string,
): Promise<{ readonly name: string; readonly type: string; readonly content: Buffer } | null> {
  const { rows } = await query(
    client,
    { name: text, type: text, content: bytes },
    'select name, type, content from alert_attachment where universe = $1 and alert = $2 and id = $3',
    [universe, alert, id],
  )
  return rows[0] ?? null
}

/** The name of what was removed; null where the alert has no such file. */
export async function removeAttachment(
  client: pg.PoolClient,
  universe: string,
  alert: string,
  id: string,
): Promise<string | null> {
  const { rows } = await query(
    client,
    { name: text },
    'delete from alert_attachment where universe = $1 and alert = $2 and id = $3 returning name',
    [universe, alert, id],
  )
  return rows[0]?.name ?? null
}
