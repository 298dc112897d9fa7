import type { Day } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { bool, int8, number, query, type RowOf, type Shape, text, texts } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wantedColumns, wantedDefinitions } from './table.ts'
import { beginning, type Position } from './truth-rows.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

const stateColumns = { filled: texts, rolled: texts } satisfies Shape

/** Which columns of a survey's table hold the truth's values, and which definitions its roll-up knows. */
export async function projectionState(
  service: pg.Pool,
  { universe, survey }: SurveyKey,
): Promise<RowOf<typeof stateColumns>> {
  const own = [universe, survey]
  await service.query('insert into projection_survey (universe, survey) values ($1, $2) on conflict do nothing', own)
  const { rows } = await query(
    service,
    stateColumns,
    'select filled, rolled from projection_survey where universe = $1 and survey = $2',
    own,
  )
  return rows[0] ?? { filled: [], rolled: [] }
}

const filling = 'update projection_survey set filled = $2, rolled = $3'
const filled = (dictionary: Dictionary) => [dictionary.survey, wantedColumns(dictionary), wantedDefinitions(dictionary)]

/** In SQL over surveys `s` and their universes `u`: their state for one program, by which they are noted as ready. */
const stateFor = (program: string) => `concat_ws(' ', s.version, md5(u.settings::text), ${program}::text)`

/**
 * Notes that a survey's table and roll-up were found to hold all that a program wants, of the state `state` that they had
 * before it was looked.
 */
export const noteReady = (service: pg.Pool, survey: number, state: string) =>
  service.query('update projection_survey set ready_for = $2 where survey = $1', [survey, state])

/** The published surveys, the state of each for a program, and whether it was noted as ready. */
export async function publishedSurveys(service: pg.Pool, program: string) {
  const { rows } = await query(
    service,
    { survey: number, state: text, isReady: bool },
    `select s.number as survey, ${stateFor('$1')} as state, coalesce(p.ready_for = ${stateFor('$1')}, false) as "isReady"
     from survey s join universe u on u.id = s.universe left join projection_survey p on p.survey = s.number
     where s.version > 0 order by s.number`,
    [program],
  )
  return rows
}

/** Table and roll-up hold all that this version of the survey wants. */
export const noteFilled = (client: pg.PoolClient, dictionary: Dictionary) =>
  client.query(`${filling} where survey = $1`, filled(dictionary))

/** The same after a rebuild, for which no change is held any more. */
export const noteRebuilt = (client: pg.PoolClient, dictionary: Dictionary) =>
  client.query(
    `${filling}, rebuild_tx = null, rebuild_seq = null, rebuilt_at = now() where survey = $1`,
    filled(dictionary),
  )

/** Where the feed stands: whatever it has passed, the copy will see; the rest is kept until it has been replayed. */
export async function holdChanges(client: pg.PoolClient, { universe, survey }: SurveyKey): Promise<Position> {
  const { rows } = await query(
    client,
    { tx: int8, seq: int8 },
    `insert into projection_survey as p (universe, survey, rebuild_tx, rebuild_seq)
     select $1, $2, tx, seq from projection_cursor
     on conflict (universe, survey) do update set rebuild_tx = excluded.rebuild_tx, rebuild_seq = excluded.rebuild_seq
     returning rebuild_tx as tx, rebuild_seq as seq`,
    [universe, survey],
  )
  return rows[0] ?? beginning
}

/** A rebuild that is not going on holds no changes. */
export const dropHold = (client: pg.PoolClient, survey: number) =>
  client.query('update projection_survey set rebuild_tx = null, rebuild_seq = null where survey = $1', [survey])

/**
 * In SQL: notes the months in which rows of surveys have changed, which `rows`, a select of universe, survey and months,
 * answers. Their figures are raised soon.
 */
export const touchingMonths = (rows: string): string =>
  `insert into projection_survey as p (universe, survey, touched) ${rows}
    on conflict (universe, survey) do update set
      touched = array(select distinct unnest(p.touched || excluded.touched) order by 1)`

/** The months that were touched are in the figures, and whoever shows those was told. */
export const forgetTouched = (client: pg.PoolClient, survey: number) =>
  client.query(`update projection_survey set touched = '{}', raised_at = clock_timestamp() where survey = $1`, [survey])

type Release = { readonly day: Day; readonly placement: number }

/** When, and by which places, a protected survey was released last; null: never. */
export const noteRelease = (client: pg.PoolClient, { universe, survey }: SurveyKey, release: Release | null) =>
  client.query(
    'update projection_survey set released_on = $3, released_placement = $4 where universe = $1 and survey = $2',
    [universe, survey, release?.day ?? null, release?.placement ?? null],
  )
