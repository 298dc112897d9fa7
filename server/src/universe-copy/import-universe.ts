import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type Actor, record } from '../audit/audit.ts'
import { inTransaction } from '../db/postgres.ts'
import { int8, number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Files } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { adapt } from '../feed/schema.ts'
import { addMember, removeStranded } from '../person/person.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { isSuspended, suspendUniverse } from '../universe/suspension.ts'
import { addSettings, createUniverse, findUniverse, type Universe } from '../universe/universe.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import { removeUnfinished } from '../universe-deletion/delete-universe.ts'
import { type Archive, openArchive, type Row } from './archive.ts'
import { type CopiedTable, copiedTables } from './copied-table.ts'
import { importPeople } from './import-people.ts'
import { type CopiedSurvey, damaged, type Manifest, manifestName, rowsName } from './manifest.ts'
import { checkInterview, columnsOf, type NewNames, newId, newRow } from './row-change.ts'

export type UniverseImport = {
  /** What the new universe is called in addresses. */
  readonly as: string
  /** What people call it; absent: as it was called. */
  readonly title?: string | undefined
  /** Whoever takes up an import that was broken off says the same again. */
  readonly token: string
  readonly actor: Actor
  readonly progress?: (share: number) => void
  readonly signal?: AbortSignal | undefined
  /** A copy that is not as the archive has it. */
  readonly copy?: ChangedCopy
}

export type ChangedCopy = {
  readonly changed: (archive: Archive) => Archive
  /** What the audit log says of it. */
  readonly said: Readonly<Record<string, unknown>>
}

/** What came of an import. */
export type ImportedUniverse = {
  readonly universe: Universe
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** Rows of people who have no account here. */
  readonly left: number
  /** User names that belong to somebody else here. */
  readonly taken: readonly string[]
  readonly manifest: Manifest
}

/** The share of the work that is reading the archive before anything is made of it. */
const checking = 0.25

/**
 * Makes a new universe of an archive, suspended until somebody lets people in. The archive is checked before anything is
 * written; what was broken off is removed by the next who takes it up. Throws Fault `invalid` for an archive that is
 * damaged, `conflict` for a name that is taken.
 */
export async function importUniverse(stores: Stores, file: string, options: UniverseImport): Promise<ImportedUniverse> {
  const { progress = () => {}, signal, copy } = options
  await stores.disk.refuseWhenFull()
  const read = await openArchive(file, (share) => progress(share * checking), signal)
  const archive = copy?.changed(read) ?? read
  try {
    const universe = await begun(stores, archive.manifest, options)
    const accounts: string[] = []
    try {
      const filled = await fill(stores, universe, archive, accounts, options)
      await finish(stores, universe, filled, options)
      progress(1)
      return filled
    } catch (error) {
      // Where that fails too, whoever takes the import up begins with it.
      await removeUnfinished(stores, universe.id).catch(() => {})
      for (const id of accounts) await removeStranded(stores.service, id).catch(() => {})
      throw error
    }
  } finally {
    archive.close()
  }
}

const marks = z.looseObject({ importing: z.string().nullish(), imported: z.string().nullish() })
/** Whoever works at the command line begins anew each time. */
export const atCommandLine = 'command line'

/** An empty universe that nobody gets into. What the same import left behind before goes. */
async function begun(
  stores: Stores,
  { universe: { title, timeZone, settings } }: Manifest,
  { as, title: wanted, token, actor }: UniverseImport,
): Promise<Universe> {
  const present = await findUniverse(stores, as)
  if (present) {
    const { importing, imported } = marks.parse(present.settings)
    // Done, but killed before its task could say so: as long as nobody was let in, it is made again.
    const isUntold = token !== atCommandLine && imported === token && (await isSuspended(stores, present.id))
    if (importing !== token && !isUntold) throw refuse('conflict', 'universeCopy.taken', { name: as })
    await removeUnfinished(stores, present.id)
  }
  const kept = readSettings(settings)
  const made = await createUniverse(stores, { name: as, title: wanted ?? title, timeZone })
  const { zoneOfDays } = settings
  await addSettings(
    stores,
    made.id,
    Object.assign(kept, { importing: token }, typeof zoneOfDays === 'string' ? { zoneOfDays } : {}),
  )
  await suspendUniverse(stores, as, actor.name)
  return made
}

function readSettings(settings: Manifest['universe']['settings']) {
  try {
    return settingsOf(settings)
  } catch {
    throw damaged(`${manifestName}: settings`)
  }
}

/** Rows, and bytes of them, that are written at once. */
const chunk = { rows: 1_000, size: 8 * 2 ** 20 }

async function fill(
  stores: Stores,
  universe: Universe,
  archive: Archive,
  accounts: string[],
  { progress = () => {}, signal }: UniverseImport,
): Promise<ImportedUniverse> {
  const { manifest } = archive
  const surveys = await insertSurveys(stores, universe.id, manifest, archive.definitions)
  const { people, taken } = await importPeople(stores, archive, (id) => accounts.push(id))
  const names: NewNames = { universe: universe.id, seed: universe.id, surveys, people }
  const all = manifest.files.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  const rows: Record<string, number> = {}
  let [read, left] = [0, 0]
  // Known once their columns and places are there, which stand before their interviews.
  const dictionaries = new Map<number, Dictionary>()
  const check = async (row: Row) => {
    const survey = surveys.get(Number(row.survey)) ?? 0
    const dictionary = dictionaries.get(survey) ?? (await surveyByNumber(stores, survey))
    dictionaries.set(survey, dictionary)
    checkInterview(dictionary, row)
  }
  for (const table of copiedTables) {
    const writer = await tableWriter(stores, stores.owner, table)
    for await (const row of archive.rows(rowsName(table.name))) {
      signal?.throwIfAborted()
      const changed = newRow(table, writer.columns, names, row)
      if (table.name === 'interview' && changed) await check(row)
      if (changed) await writer.add(changed)
      else left++
      read++
      if (read % chunk.rows === 0) progress(checking + (0.85 - checking) * (read / Math.max(1, all)))
    }
    const count = await writer.end()
    if (count > 0) rows[table.name] = count
  }
  for (const [at, survey] of [...surveys.values()].entries()) {
    signal?.throwIfAborted()
    progress(0.85 + 0.14 * (at / surveys.size))
    await adapt(stores, await surveyByNumber(stores, survey))
  }
  return { universe, rows, left, taken, manifest }
}

/** Writes rows of a table, many at once; `end` says how many were new. */
export async function tableWriter(stores: Stores, client: pg.Pool | pg.PoolClient, { name }: CopiedTable) {
  const columns = await columnsOf(client, name)
  let [rows, size, count, highest]: [string[], number, number, number] = [[], 0, 0, 0]
  let written: readonly string[] = []
  const flush = async () => {
    if (rows.length === 0) return
    await stores.disk.refuseWhenFull()
    const copied = await query(client, { n: int8 }, 'select copy_rows($1::regclass, $2, $3::jsonb) as n', [
      name,
      written,
      `[${rows.join(',')}]`,
    ])
    count += Number(copied.rows[0]?.n ?? 0)
    rows = []
    size = 0
  }
  return {
    columns,
    async add(row: Row) {
      const keys = Object.keys(row)
      // Rows of one statement say the same columns.
      if (keys.length !== written.length || keys.some((key) => !written.includes(key))) {
        await flush()
        written = keys
      }
      const text = JSON.stringify(row)
      rows.push(text)
      size += text.length
      if (typeof row.number === 'number') highest = Math.max(highest, row.number)
      if (rows.length >= chunk.rows || size >= chunk.size) await flush()
    },
    async end() {
      await flush()
      if (highest > 0 && (name === 'interview' || name === 'node'))
        await client.query('select number_behind($1, $2)', [name, highest])
      return count
    },
  }
}

/** The surveys with their published files; their numbers by those that they had. */
function insertSurveys(
  stores: Stores,
  universe: string,
  { surveys }: Manifest,
  definitions: ReadonlyMap<string, Files>,
): Promise<ReadonlyMap<number, number>> {
  return inTransaction(stores.owner, async (client) => {
    const numbers = new Map<number, number>()
    for (const survey of surveys)
      numbers.set(
        survey.number,
        await insertSurvey(client, { universe, seed: universe }, survey, definitions.get(survey.extName) ?? new Map()),
      )
    return numbers
  })
}

/** A survey with its published files; its number here. */
export async function insertSurvey(
  client: pg.PoolClient,
  { universe, seed }: Pick<NewNames, 'universe' | 'seed'>,
  { id, extName, version, unplaced, publishedBy }: CopiedSurvey,
  files: Files,
): Promise<number> {
  const { rows } = await query(client, { number }, 'select copy_survey($1, $2, $3, $4, $5, $6, $7, $8) as number', [
    ...[universe, newId(seed, id), extName, version, unplaced, publishedBy],
    ...[[...files.keys()], [...files.values()]],
  ])
  const made = rows[0]?.number
  if (made === undefined) throw new Error('a survey was not made')
  return made
}

/** Whoever brought it looks after it; it stays suspended until they let people in. */
async function finish(
  stores: Stores,
  { id, name }: Universe,
  filled: ImportedUniverse,
  { actor, token, copy }: UniverseImport,
) {
  const administrator = await ensureRole(stores.service, id, usualRoles.Administrator)
  if (actor.userId !== null) {
    await addMember(stores.service, id, actor.userId)
    await giveRole(stores.service, id, administrator, actor.userId)
  }
  await addSettings(stores, id, { importing: null, imported: token })
  const { manifest, rows } = filled
  await record(stores, Object.assign({}, actor, { universe: id }), {
    action: copy ? 'universe.copy' : 'universe.import',
    subject: name,
    after: Object.assign(
      { from: manifest.universe.name, madeAt: manifest.madeAt, withAnswers: manifest.withAnswers, rows },
      copy?.said,
    ),
  })
}
