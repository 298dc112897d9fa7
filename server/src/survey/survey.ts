import { Fault } from '@kaiku/core/fault.ts'
import { shared } from '@kaiku/core/together.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { number as numberColumn, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { dictionaryOf, type SurveyRow } from './stored-survey.ts'

const surveyRowColumns = {
  universe: textColumn,
  survey: numberColumn,
  extName: textColumn,
  version: numberColumn,
  placement: numberColumn,
  loadCount: numberColumn,
  nodes: numberColumn,
  toldPlaces: numberColumn,
  settled: numberColumn,
} satisfies Shape

// "nodes" changes when an import meets a place for the first time, "toldPlaces" when a protected survey tells of some.
const select = `select s.universe, s.number as survey, s.ext_name as "extName", s.version, s.placement, s.load_count::float8 as "loadCount",
    s.told_places as "toldPlaces", u.version as settled,
    (select coalesce(sum(last.number), 0)::float8 from view_column v cross join lateral (
      select n.number from node n where n.universe = v.universe and n.survey = v.survey and n.view = v.view
      order by n.number desc limit 1) last where v.universe = s.universe and v.survey = s.number) as nodes
  from survey s join universe u on u.id = s.universe`

/**
 * A survey by its name. Throws Fault `not_found`, the same for another universe's survey as for one that is nowhere. Every
 * request begins here, so many ask for the same at once.
 */
export const findSurvey = shared(
  (stores: Stores, universe: string, extName: string): Promise<Dictionary> =>
    inUniverse(stores.pool, universe, async (client) => {
      // Planned once per connection.
      const name = 'survey-by-name'
      const text = `${select} where s.universe = $1 and s.ext_name = $2`
      const { rows } = await query(client, surveyRowColumns, { name, text }, [universe, extName])
      return known(stores, client, rows[0])
    }),
)

/** A survey by its internal number, in whatever universe: for the feed and other work without a viewer. */
export async function surveyByNumber(stores: Stores, number: number): Promise<Dictionary> {
  const { rows } = await query(stores.service, surveyRowColumns, `${select} where s.number = $1`, [number])
  return known(stores, stores.service, rows[0])
}

/** The surveys of a universe, oldest first. */
export async function listSurveys(stores: Stores, universe: string): Promise<readonly Dictionary[]> {
  return inUniverse(stores.pool, universe, async (client) => {
    const { rows } = await query(client, surveyRowColumns, `${select} where s.universe = $1 order by s.number`, [
      universe,
    ])
    const surveys: Dictionary[] = []
    for (const row of rows) surveys.push(await known(stores, client, row))
    return surveys
  })
}

function known(stores: Stores, client: pg.Pool | pg.PoolClient, row: SurveyRow | undefined): Promise<Dictionary> {
  if (!row) throw new Fault('not_found', 'There is no such survey.')
  return dictionaryOf(stores, client, row)
}
