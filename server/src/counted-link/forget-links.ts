import type pg from 'pg'
import { asInAddresses } from '../analytics/forget-hits.ts'
import { holdsText, writtenInPath } from '../db/holds-text.ts'

/** Removes links whose name, note or filters hold one of the texts, in lower case; answers how many. */
export async function forgetLinks(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from counted_link where universe = $1 and survey = any($2)
       and ${holdsText(`${writtenInPath('path')} || ' ' || title || ' ' || note`)}`,
    [universe, surveys, asInAddresses(texts)],
  )
  return rowCount ?? 0
}
