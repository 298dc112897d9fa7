import type pg from 'pg'
import { addressHolds, asInAddresses } from '../analytics/forget-hits.ts'

/** Removes links whose name, note or filters hold one of the texts, in lower case; answers how many. */
export async function forgetLinks(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from counted_link where universe = $1 and survey = any($2)
       and ${addressHolds(`path || ' ' || title || ' ' || note`, '$3')}`,
    [universe, surveys, asInAddresses(texts)],
  )
  return rowCount ?? 0
}
