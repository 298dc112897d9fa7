import type { Viewer } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/** What somebody is called, of the table `person` under a short name. */
export const nameColumn = (person: string): string =>
  `coalesce(nullif(trim(${person}.given_name || ' ' || ${person}.family_name), ''), ${person}.username::text)`

/**
 * What people are called, by their ids; whose account is gone is absent. People belong to no universe: only the service
 * may read who somebody is.
 */
export async function namesOf(service: pg.Pool, people: Iterable<string | null>): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(people)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const { rows } = await query(
    service,
    { id: text, name: text },
    `select p.id, ${nameColumn('p')} as name from person p where p.id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What the acting person is called, where others read it. */
export const ownName = async ({ service }: Stores, { userId, username }: Viewer): Promise<string> =>
  (await namesOf(service, [userId])).get(userId) ?? username
