import type pg from 'pg'
import { countToldPlaces } from '../dictionary/change-survey.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** Hides the places of a survey again that were told. */
export async function hidePlaces(client: pg.PoolClient, own: SurveyKey): Promise<void> {
  const { rowCount } = await client.query('update node set told = false where universe = $1 and survey = $2 and told', [
    own.universe,
    own.survey,
  ])
  if (rowCount) await countToldPlaces(client, own)
}

/** Shows the places that figures of a protected survey tell of, and those above them. */
export async function tellPlaces(client: pg.PoolClient, own: SurveyKey): Promise<void> {
  const { rowCount } = await client.query(
    `with recursive told as (
       select distinct v.view, p.leaves[v.number] as number
       from protected_interview p join view_column v on (v.universe, v.survey) = (p.universe, p.survey)
       where p.universe = $1 and p.survey = $2
       union
       select n.view, n.parent from told t
       join node n on (n.universe, n.survey, n.view, n.number) = ($1, $2, t.view, t.number)
       where n.parent is not null)
     update node n set told = true from told t
     where (n.universe, n.survey, n.view, n.number) = ($1, $2, t.view, t.number) and not n.told`,
    [own.universe, own.survey],
  )
  if (rowCount) await countToldPlaces(client, own)
}
