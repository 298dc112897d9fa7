import type pg from 'pg'
import type { Dictionary } from './dictionary.ts'

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** Makes a survey without a version, where there is none of this name. */
export const addSurvey = (client: pg.PoolClient, universe: string, extName: string) =>
  client.query('insert into survey (universe, ext_name) values ($1, $2) on conflict do nothing', [universe, extName])

/** The survey is of another version from now on; interviews have to be placed anew in the views that `moved` names. */
export const storeSurveyVersion = (
  client: pg.PoolClient,
  { universe, survey, version }: SurveyKey & Pick<Dictionary, 'version'>,
  moved: readonly string[],
) =>
  client.query(
    `update survey set version = $3, load_count = load_count + 1, unplaced = unplaced || $4::text[],
       placement = placement + sign(cardinality($4::text[]))::int
     where universe = $1 and number = $2`,
    [universe, survey, version, moved],
  )

/** All interviews are placed, if the survey is still of this version. */
export const notePlaced = (
  client: pg.PoolClient,
  { universe, survey, version }: SurveyKey & Pick<Dictionary, 'version'>,
) =>
  client.query(`update survey set unplaced = '{}' where universe = $1 and number = $2 and version = $3`, [
    universe,
    survey,
    version,
  ])

/** Places that somebody remembers by number may be gone. */
export const countPlacement = (client: pg.PoolClient, { universe, survey }: SurveyKey) =>
  client.query('update survey set placement = placement + 1 where universe = $1 and number = $2', [universe, survey])

/** Other places of a protected survey are told than before. */
export const countToldPlaces = (client: pg.PoolClient, { universe, survey }: SurveyKey) =>
  client.query('update survey set told_places = told_places + 1 where universe = $1 and number = $2', [
    universe,
    survey,
  ])

/**
 * In SQL: raises the load count of the surveys that a condition fits, and answers `universe`, `number` and `load_count`.
 * What tells of it is of the same statement.
 */
export const raisingLoadCount = (which: string): string =>
  `update survey set load_count = load_count + 1 where ${which} returning universe, number, load_count`
