import type pg from 'pg'
import { countPlacement } from '../dictionary/change-survey.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** Takes away the places that this import, or one undone before it, met first and that hold nothing any more. */
export async function removePlaces(client: pg.PoolClient, own: SurveyKey, origin: string): Promise<void> {
  const { rowCount } = await client.query(
    `with recursive undone as (
       select id from import where universe = $1 and survey = $2 and (id = $3 or state = 'undone')),
     made as (select number from node where universe = $1 and survey = $2 and import in (select id from undone)),
     held as (
       select distinct unnest(leaves) as number from interview
       where universe = $1 and survey = $2 and exists (select from made)),
     kept as (
       select number, parent from node where universe = $1 and survey = $2
         and (number in (select number from held) or number not in (select number from made))
       union
       select n.number, n.parent from node n join kept on n.number = kept.parent
       where n.universe = $1 and n.survey = $2)
     delete from node where universe = $1 and survey = $2 and number in (select number from made)
       and number not in (select number from kept)`,
    [own.universe, own.survey, origin],
  )
  if (rowCount) await countPlacement(client, own)
}
