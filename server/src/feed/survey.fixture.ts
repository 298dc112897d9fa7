import type pg from 'pg'
import { openTestStores, type TestOptions } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publish } from '../publishing/definition.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { adapt } from './schema.ts'

const labelled = (id: string) => ({ code: id, title: id })

/** A question of every type, two views, an indicator of several kinds. */
export const definition = {
  'settings.json': { extName: 'visits', title: 'Visits' },
  'questions.json': {
    questions: [
      { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
      { id: 'weight', type: 'number', decimals: 2, title: 'Weight', roles: ['weight'] },
      { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
      { id: 'store', type: 'choice', title: 'Store', open: true },
      { id: 'line', type: 'choice', title: 'Line', open: true },
      { id: 'nps', type: 'scale', title: 'Recommend', min: 0, max: 10 },
      { id: 'rating', type: 'scale', title: 'Rating', min: 1, max: 5, missing: [9] },
      { id: 'spent', type: 'number', decimals: 2, title: 'Spent' },
      { id: 'seen', type: 'multiple', title: 'Seen', options: ['tv', 'web', 'shop'].map(labelled), open: true },
      { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
    ],
  },
  'views.json': {
    views: [
      { extName: 'stores', title: 'Stores', root: { title: 'All' }, levels: [{ question: 'store', title: 'Store' }] },
      { extName: 'lines', title: 'Lines', root: { title: 'All' }, levels: [{ question: 'line', title: 'Line' }] },
    ],
  },
  'indicators.json': {
    indicators: [
      { id: 'nps', measure: 'nps', title: 'NPS', question: 'nps' },
      { id: 'rating', measure: 'mean', title: 'Rating', question: 'rating', weight: 'role' },
      { id: 'spent', measure: 'sum', title: 'Spent', question: 'spent' },
    ],
  },
}

export const filesOf = (parts: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(parts).map(([file, content]) => [file, JSON.stringify(content)]))

export type Fixture = {
  stores: Stores
  /** The data directory. */
  data: string
  universe: string
  survey: number
  dictionary(): Promise<Dictionary>
  close(): Promise<void>
}

/** Real stores with one published survey. */
export async function openFixture(options: TestOptions = {}): Promise<Fixture> {
  const opened = await openTestStores(options)
  const { data, stores } = opened
  const universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  const { survey } = await publish(stores, universe, filesOf(definition), 'test')
  await adapt(stores, await surveyByNumber(stores, survey))
  return {
    ...{ stores, data, universe, survey, close: () => opened.close() },
    dictionary: () => surveyByNumber(stores, survey),
  }
}

type Owner = Pick<Fixture, 'universe' | 'survey'>

/** Interviews as an import would leave them, about one tenth undated and unplaced; numbers `from` up to below `to`. */
export async function insertInterviews(client: pg.PoolClient, { universe, survey }: Owner, from: number, to: number) {
  await client.query(
    `with added as (
      insert into interview (universe, survey, row_key, answers, matched, day, leaves, weight, contact)
      select $1, $2, 'row ' || k,
        jsonb_build_object('store', 'store ' || k % 40, 'nps', k % 12, 'rating', k % 7, 'spent', k * 17 % 100000,
            'seen', jsonb_build_array('tv', 'it''s "\\' || chr(9) || chr(10) || ' \\N', '😀ä' || k % 3),
            'comment', 'tab' || chr(9) || 'line' || chr(10) || chr(13) || ' \\N back\\slash \\t ''q'' 😀 ' || k)
          - case when k % 5 = 0 then 'nps' else '' end - case when k % 6 = 0 then 'seen' else '' end
          - case when k % 4 = 0 then 'comment' else '' end,
        jsonb_build_object('comment', 'tab' || chr(9) || ' folded ' || k),
        case when k % 11 > 0 then date '2024-01-15' + k % 150 end,
        array[case when k % 13 > 0 then k % 40 + 1 else 0 end, k % 3 + 100],
        case when k % 3 > 0 then k % 1000 * 10000 end, case when k % 4 > 0 then 'who ' || k % 500 end
      from generate_series($3::int, $4::int - 1) k returning number)
    insert into interview_change (universe, survey, number) select $1, $2, number from added`,
    [universe, survey, from, to],
  )
}

/** In one transaction of the application's role. */
export const addInterviews = ({ stores, ...owner }: Fixture, from: number, to: number) =>
  inUniverse(stores.pool, owner.universe, (client) => insertInterviews(client, owner, from, to))

/** Moves interviews to another store and day, or back, and changes an answer. */
export async function moveInterviews(client: pg.PoolClient, { universe, survey }: Owner, where: string) {
  await client.query(
    `with old as materialized (
      select number, leaves, day from interview where universe = $1 and survey = $2 and ${where} order by number for update),
    noted as (
      insert into interview_change (universe, survey, number, old_leaf, old_day)
      select $1, $2, number, coalesce(leaves[1], 0), day from old)
    update interview i set leaves = array[(old.leaves[1] + 7) % 41, (old.leaves[2] + 1) % 4 + 99],
      day = case when old.day is null then date '2025-03-01' when i.number % 9 = 0 then null else old.day + 40 end,
      answers = i.answers || jsonb_build_object('nps', (i.number * 7) % 11)
    from old where i.universe = $1 and i.survey = $2 and i.number = old.number`,
    [universe, survey],
  )
}

export async function removeInterviews(client: pg.PoolClient, { universe, survey }: Owner, where: string) {
  await client.query(
    `with old as (delete from interview where universe = $1 and survey = $2 and ${where} returning number, leaves, day)
    insert into interview_change (universe, survey, number, old_leaf, old_day)
    select $1, $2, number, coalesce(leaves[1], 0), day from old`,
    [universe, survey],
  )
}
