import { inUniverse } from '../db/postgres.ts'
import { number, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

export type LastChange = { readonly version: number; readonly at: string; readonly by: string }

/** The version that changed each published file last, and who published it. */
export async function lastChanges(
  { pool }: Stores,
  { universe, survey, version: published }: Dictionary,
): Promise<ReadonlyMap<string, LastChange>> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { file: text, version: number, at: time, by: text },
      `with each as (
         select path, version,
           text is distinct from lag(text) over (partition by path order by version) as changed
         from definition_file where universe = $1 and survey = $2),
       last as (select path, max(version) filter (where changed) as version from each group by path having max(version) = $3)
       select l.path as file, l.version, v.published_at as at, v.published_by as by
       from last l join definition_version v on v.universe = $1 and v.survey = $2 and v.version = l.version`,
      [universe, survey, published],
    ),
  )
  return new Map(rows.map(({ file, at, ...row }) => [file, { ...row, at: at.toISOString() }]))
}
