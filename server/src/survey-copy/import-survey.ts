import type { UniverseData } from '@kaiku/contract/universe.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { type Actor, record } from '../audit/audit.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { adapt } from '../feed/schema.ts'
import { proveConditions } from '../publishing/prove-conditions.ts'
import { dictionaryOf } from '../survey/stored-survey.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { type Archive, openArchive, type Row } from '../universe-copy/archive.ts'
import { insertSurvey, tableWriter } from '../universe-copy/import-universe.ts'
import { type CopiedSurvey, damaged, type Manifest, manifestName, rowsName } from '../universe-copy/manifest.ts'
import { checkInterview, newId, newRow } from '../universe-copy/row-change.ts'
import { rowChecks } from './row-check.ts'
import { surveyTables } from './survey-table.ts'

export type SurveyImport = {
  /** Into which universe, by its id. */
  readonly universe: string
  /** What it is called in addresses here; absent: as it was called. */
  readonly as?: string | undefined
  /** What its new ids are made of: another one for each import. */
  readonly seed: string
  readonly actor: Actor
  readonly progress?: (share: number) => void
  readonly signal?: AbortSignal | undefined
}

export type ImportedSurvey = {
  readonly survey: number
  readonly extName: string
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** What the universe says otherwise than the one it comes from, so that figures may be others. */
  readonly differing: readonly string[]
  readonly manifest: Manifest
}

/** The share of the work that is reading the archive before anything is made of it, and until its rows are written. */
const checking = 0.25
const written = 0.85

/**
 * Makes a new survey of an archive: whole, in one transaction, or not at all. Nothing follows from its interviews: no
 * alert, no effect. Throws Fault `invalid` for an archive that is damaged or of something else, `conflict` where the
 * universe has a survey of that name.
 */
export async function importSurvey(stores: Stores, file: string, options: SurveyImport): Promise<ImportedSurvey> {
  const { progress = () => {}, signal, universe, actor } = options
  await stores.disk.refuseWhenFull()
  const archive = await openArchive(file, (share) => progress(share * checking), signal, 'kaiku.survey')
  try {
    const { copied, files } = wanted(archive, options.as)
    const { manifest } = archive
    const id = newId(options.seed, copied.id)
    const settled = await inUniverse(stores.pool, universe, (client) => readUniverse(client, universe))
    const told = { extName: copied.extName, manifest, differing: differing(manifest, settled) }
    // Made, but killed before its task could say so.
    const before = await findMade(stores, universe, id)
    if (before !== null) return Object.assign(told, { survey: before, rows: { interview: copied.interviews } })
    await proveConditions(stores, universe, readDefinition(files).definition)
    const made = await inTransaction(stores.owner, (client) =>
      fill(stores, client, { archive, copied, files, settled }, options),
    )
    await record(stores, Object.assign({}, actor, { universe }), {
      action: 'survey.import',
      subject: copied.extName,
      after: { from: manifest.universe.name, madeAt: manifest.madeAt, rows: made.rows },
    })
    await adapt(stores, await surveyByNumber(stores, made.survey))
    progress(1)
    return Object.assign(made, told)
  } finally {
    archive.close()
  }
}

async function findMade(stores: Stores, universe: string, id: string): Promise<number | null> {
  const { rows } = await query(
    stores.service,
    { number },
    'select number from survey where universe = $1 and id = $2 and version > 0',
    [universe, id],
  )
  return rows[0]?.number ?? null
}

/** The one survey of an archive, with its files as they will be. */
function wanted({ manifest, definitions }: Archive, as: string | undefined) {
  const [survey, ...others] = manifest.surveys
  const files = definitions.get(survey?.extName ?? '')
  if (!survey || !files || others.length > 0) throw damaged(manifestName)
  const known = new Set(surveyTables.map(({ name }) => rowsName(name)))
  for (const { name } of manifest.files) if (name.endsWith('.jsonl') && !known.has(name)) throw damaged(name)
  if (as === undefined || as === survey.extName) return { copied: survey, files }
  const copied: CopiedSurvey = Object.assign({}, survey, { extName: as })
  return { copied, files: renamed(files, as) }
}

/** The files with another name of the survey. Throws Fault `invalid` for one that it can not have. */
function renamed(files: Files, as: string): Files {
  const settings = JSON.parse(files.get('settings.json') ?? '{}')
  const text = `${JSON.stringify(Object.assign(settings, { extName: as }), null, 2)}\n`
  const made = new Map([...files, ['settings.json', text] as const])
  readDefinition(made)
  return made
}

type Filling = {
  readonly archive: Archive
  readonly copied: CopiedSurvey
  readonly files: Files
  readonly settled: UniverseData
}

async function fill(
  stores: Stores,
  client: pg.PoolClient,
  { archive, copied, files, settled }: Filling,
  { universe, seed, actor, progress = () => {}, signal }: SurveyImport,
) {
  await client.query('set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0')
  await refuseTaken(client, universe, copied.extName)
  const survey = await insertSurvey(client, { universe, seed }, copied, files)
  const names = { universe, seed, surveys: new Map([[copied.number, survey]]), people: new Map<string, string>() }
  const all = archive.manifest.files.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  const checks = rowChecks()
  const rows: Record<string, number> = {}
  let dictionary: Dictionary | null = null
  let read = 0
  for (const table of surveyTables) {
    if (table.name === 'interview') {
      checks.end()
      dictionary = await dictionaryWithin(stores, client, { universe, survey, copied, settled })
    }
    const writer = await tableWriter(stores, client, table)
    for await (const row of archive.rows(rowsName(table.name))) {
      signal?.throwIfAborted()
      checks.check(table.name, row)
      if (dictionary && table.name === 'interview') checkInterview(dictionary, row)
      const changed = newRow(table, writer.columns, names, row)
      if (changed) await writer.add(table.name === 'script' ? asDraft(changed, actor) : changed)
      read++
      if (read % 1_000 === 0) progress(checking + (written - checking) * (read / Math.max(1, all)))
    }
    const count = await writer.end()
    if (count > 0) rows[table.name] = count
  }
  return { survey, rows }
}

/** What others wrote runs once somebody publishes it here. */
const asDraft = (script: Row, { name }: Actor): Row => Object.assign(script, { version: null, saved_by: name })

async function refuseTaken(client: pg.PoolClient, universe: string, extName: string): Promise<void> {
  // One after the other, so that two of one name do not meet.
  await client.query('select from universe where id = $1 for update', [universe])
  const { rows } = await query(
    client,
    { name: text },
    'select ext_name::text as name from survey where universe = $1 and ext_name = $2',
    [universe, extName],
  )
  if (rows.length > 0) throw refuse('conflict', 'newSurvey.taken', { name: extName })
}

/** The survey as it is in a transaction that nobody else sees yet. */
async function dictionaryWithin(
  stores: Stores,
  client: pg.PoolClient,
  of: {
    readonly universe: string
    readonly survey: number
    readonly copied: CopiedSurvey
    readonly settled: UniverseData
  },
): Promise<Dictionary> {
  const { universe, survey, copied, settled } = of
  const { extName, version } = copied
  const state = { universe, survey, extName, version, settled: settled.version }
  try {
    // No state of the survey that others will see has this count of places.
    return await dictionaryOf(
      stores,
      client,
      Object.assign(state, { placement: 0, loadCount: 0, nodes: -1, toldPlaces: 0 }),
    )
  } catch (error) {
    throw error instanceof Fault ? error : damaged(rowsName('question_column'))
  }
}

function differing({ universe }: Manifest, { timeZone, settings }: UniverseData): string[] {
  const here = new Map<string, unknown>(Object.entries(settings))
  const others = Object.entries(universe.settings).filter(([name, value]) => here.get(name) !== value)
  return [...(universe.timeZone === timeZone ? [] : ['timeZone']), ...others.map(([name]) => name)]
}
