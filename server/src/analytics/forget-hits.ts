import type pg from 'pg'
import { holdsText, writtenInPath } from '../db/holds-text.ts'

/** Texts in lower case, also as they stand in an address. */
export const asInAddresses = (texts: readonly string[]): string[] => [
  ...texts,
  ...texts.map((one) => encodeURIComponent(one).toLowerCase()),
]

/**
 * Removes what is known of who followed an address that holds one of the texts, in lower case; what links of other universes
 * counted is theirs.
 */
export const forgetHits = (service: pg.Pool, universe: string, texts: readonly string[]) =>
  service.query(
    `delete from analytics_event e where ${holdsText(writtenInPath('path'), '$2')}
       and not exists (select from counted_link l where l.linkable = e.linkable and l.universe <> $1)`,
    [universe, asInAddresses(texts)],
  )

/** What is known of who followed the links of a universe, and of what these people followed; answers how many. */
export async function forgetUniverseHits(
  client: pg.PoolClient,
  universe: string,
  people: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from analytics_event e where e.person = any($2)
       or exists (select from counted_link l where l.universe = $1 and l.linkable = e.linkable)
       or exists (select from report_mailing m where m.universe = $1 and m.id::text = e.linkable)`,
    [universe, people],
  )
  return rowCount ?? 0
}
