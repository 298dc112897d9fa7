import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inUniverse } from '@kaiku/server/db/postgres.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { type Operation, operations } from './operations.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** An operation on one survey: its request, and the same by hand. */
export type Prepared = Operation & { readonly byHand: () => Promise<unknown> }

export async function preparedOperations(stores: Stores, dictionary: Dictionary): Promise<readonly Prepared[]> {
  const names = await namesOf(stores, dictionary)
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => names[name] ?? name)
  return Promise.all(
    operations.map(async (operation) => {
      const { path, ...more } = operation.request
      const sql = filled(await readFile(join(here, 'sql', operation.sql), 'utf8'))
      const statements = sql.split(';').filter((text) => text.trim() !== '')
      const run = operation.of === 'postgres' ? inPostgres : inClickHouse
      const byHand = () => Promise.all(statements.map((statement) => run(stores, dictionary, statement)))
      return { ...operation, request: { path: filled(path), ...more }, byHand }
    }),
  )
}

const inClickHouse = ({ clickhouse }: Stores, _: Dictionary, sql: string): Promise<unknown> =>
  clickhouse.readText(sql, {}, { format: 'JSONCompact' })

/** As who is held to one universe. */
const inPostgres = ({ pool }: Stores, { universe }: Dictionary, sql: string): Promise<unknown> =>
  inUniverse(pool, universe, (client) => client.query(sql))

/** What stands in double braces: the survey's table and columns, a store of its tree, an interview from the middle. */
async function namesOf(stores: Stores, dictionary: Dictionary): Promise<Readonly<Record<string, string>>> {
  const view = dictionary.views.get('region')
  const { rows } = await stores.service.query<{ id: string }>(
    `select id from interview where universe = $1 and survey = $2 and number >= (
       select (min(number) + max(number)) / 2 from interview where universe = $1 and survey = $2)
     order by number limit 1`,
    [dictionary.universe, dictionary.survey],
  )
  return {
    table: tableOf(dictionary.survey),
    region: view?.column ?? '',
    storeCode: dictionary.questions.get('store')?.column ?? '',
    leaf: String(view?.tree.resolve(['region-42', 'store-0042'])),
    interview: rows[0]?.id ?? '',
    ...Object.fromEntries([...dictionary.questions].map(([id, { column }]) => [id, column])),
  }
}
