import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import { json, nullable, number, query, type RowOf, type Shape, text, texts, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/** Whose a script is. `universe` null: of all of Kaiku; `survey` null: of the whole universe. */
export type ScriptOwner = { readonly universe: string | null; readonly survey: number | null }

const columns = {
  id: text,
  source: text,
  revision: number,
  by: text,
  at: time,
  version: nullable(number),
} satisfies Shape
export type StoredScript = RowOf<typeof columns>

const selected = 'id, source, revision, saved_by as by, saved_at as at, version'
const isOwned = 'universe is not distinct from $1::uuid and survey is not distinct from $2::int'

const within = <T>(
  stores: Stores,
  { universe }: ScriptOwner,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => (universe === null ? inTransaction(stores.service, use) : inUniverse(stores.pool, universe, use))

/** Null: nobody has written one yet. */
export const findScript = (stores: Stores, owner: ScriptOwner): Promise<StoredScript | null> =>
  within(stores, owner, async (client) => {
    const { rows } = await query(client, columns, `select ${selected} from script where ${isOwned}`, [
      owner.universe,
      owner.survey,
    ])
    return rows[0] ?? null
  })

/** Keeps a draft in place of the revision that its writer knows, 0 for none. Throws Fault `conflict`. */
export const saveScript = (
  stores: Stores,
  owner: ScriptOwner,
  { source, revision, by }: { readonly source: string; readonly revision: number; readonly by: string },
): Promise<StoredScript> =>
  within(stores, owner, async (client) => {
    const own = [owner.universe, owner.survey, source, by]
    const { rows } = await query(
      client,
      columns,
      revision === 0
        ? `insert into script (universe, survey, source, saved_by) values ($1, $2, $3, $4)
           on conflict do nothing returning ${selected}`
        : `update script set source = $3, saved_by = $4, saved_at = now(), revision = revision + 1
           where ${isOwned} and revision = $5 returning ${selected}`,
      revision === 0 ? own : [...own, revision],
    )
    if (rows[0]) return rows[0]
    const found = await query(
      client,
      { by: text },
      `select saved_by as by from script where ${isOwned}`,
      own.slice(0, 2),
    )
    throw refuse('conflict', 'script.changed', { by: found.rows[0]?.by ?? '?' })
  })

const versionColumns = { version: number, by: text, at: time, variables: texts } satisfies Shape

/** What was published, the newest first. */
export const scriptVersions = (stores: Stores, owner: ScriptOwner, script: string) =>
  within(stores, owner, async (client) => {
    const { rows } = await query(
      client,
      versionColumns,
      `select version, published_by as by, published_at as at,
         array(select jsonb_array_elements(variables) ->> 'id') as variables
       from script_version where script = $1 order by version desc`,
      [script],
    )
    return rows
  })

const written = z.array(z.record(z.string(), z.unknown()))
/** A question as a script declares it, as in questions.json. */
export type WrittenVariable = z.output<typeof written>[number]

/** A version; null: there is none such. */
export const scriptVersion = (stores: Stores, owner: ScriptOwner, script: string, version: number) =>
  within(stores, owner, async (client) => {
    const { rows } = await query(
      client,
      { source: text, variables: json(written) },
      'select source, variables from script_version where script = $1 and version = $2',
      [script, version],
    )
    return rows[0] ?? null
  })

type NewVersion = {
  readonly script: StoredScript
  readonly variables: readonly WrittenVariable[]
  readonly by: string
  readonly person: string
}

/** Makes the draft the next version, which holds from now on. Throws Fault `conflict` where another one was saved meanwhile. */
export const storeScriptVersion = (stores: Stores, owner: ScriptOwner, { script, variables, by, person }: NewVersion) =>
  within(stores, owner, async (client) => {
    const { rows } = await query(
      client,
      { version: number },
      `update script set version = coalesce((select max(version) from script_version where script = $1), 0) + 1
       where id = $1 and revision = $2 returning version`,
      [script.id, script.revision],
    )
    const [made] = rows
    if (!made) throw refuse('conflict', 'script.changed', { by: '?' })
    await client.query(
      `insert into script_version (script, universe, version, source, variables, published_by, person)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [script.id, owner.universe, made.version, script.source, JSON.stringify(variables), by, person],
    )
    return made.version
  })
