import type pg from 'pg'
import { holdsText, writtenInPath } from '../db/holds-text.ts'

/**
 * Takes one of the texts, in lower case, out of the filters and names of campaigns, which stay: they tell who was
 * written to. Answers in how many it stood.
 */
export async function forgetInCampaigns(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update campaign set path = regexp_replace(path, '[;?].*$', ''), name = case when ${holdsText('name')} then '–' else name end
     where universe = $1 and survey = any($2) and ${holdsText(`${writtenInPath('path')} || ' ' || name`)}`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}
