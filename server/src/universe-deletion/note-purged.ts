import type pg from 'pg'
import { query, text } from '../db/rows.ts'

/** Deletions of universes whose remains on the disk the night’s work has yet to remove. */
export async function unpurgedDeletions(service: pg.Pool): Promise<readonly string[]> {
  const { rows } = await query(
    service,
    { id: text },
    'select id from universe_deletion where figures_at is not null and purged_at is null',
  )
  return rows.map(({ id }) => id)
}

export const noteDeletionsPurged = (service: pg.Pool, ids: readonly string[]) =>
  service.query('update universe_deletion set purged_at = clock_timestamp() where id = any($1)', [ids])
