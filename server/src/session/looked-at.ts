import { bool, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/** Whether anybody used Kaiku within the last so many seconds. */
export async function isLookedAt({ service }: Pick<Stores, 'service'>, seconds: number): Promise<boolean> {
  const { rows } = await query(
    service,
    { seen: bool },
    'select exists (select from session where seen_at > now() - make_interval(secs => $1)) as seen',
    [seconds],
  )
  return rows[0]?.seen ?? false
}
