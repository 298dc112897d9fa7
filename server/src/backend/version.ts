import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text as textColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type DefinitionChange, diffDefinitions } from '../definition/definition-diff.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { nextDefinition } from '../draft/next-definition.ts'
import { removedBy } from '../retention/retention-ahead.ts'
import { readFiles } from '../survey/stored-survey.ts'

/** The versions of a survey's definition, the newest first. */
export async function listVersions({ pool }: Stores, { universe, survey, version: published }: Dictionary) {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { version: number, at: time, by: textColumn },
      `select version, published_at as at, published_by as by from definition_version
       where universe = $1 and survey = $2 order by version desc`,
      [universe, survey],
    ),
  )
  return rows.map(({ version, at, by }) => ({ version, at: at.toISOString(), by, isPublished: version === published }))
}

/** The files of a version. Throws Fault `not_found`. */
export async function filesOf({ pool }: Stores, { universe, survey }: Dictionary, version: number): Promise<Files> {
  const files = await inUniverse(pool, universe, (client) => readFiles(client, { universe, survey, version }))
  if (files.size === 0) throw new Fault('not_found', `The survey has no version ${version}.`)
  return files
}

/** What a version changed, and what publishing it again would change. The first one changed nothing: there was nothing. */
export async function changesOf(stores: Stores, who: Viewer, dictionary: Dictionary, version: number) {
  const own = await filesOf(stores, dictionary, version)
  const since = async (other: number): Promise<DefinitionChange[]> =>
    other === version || other === 0 ? [] : diffDefinitions(await filesOf(stores, dictionary, other), own)
  return {
    files: [...own].map(([file, text]) => ({ file, text })),
    changes: await since(version - 1),
    changesBack: await since(dictionary.version),
    removedBack: await removedBy(stores, who, dictionary, nextDefinition(own, dictionary).definition, Date.now()),
  }
}
