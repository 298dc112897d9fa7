import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { refuse } from '@kaiku/core/reason.ts'
import { release } from '@kaiku/core/release.ts'
import type pg from 'pg'
import { ZipFile } from 'yazl'
import { migrations } from '../db/postgres/migrations.ts'
import { int8, number, query, type Shape, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { listSurveys } from '../survey/survey.ts'
import type { Universe } from '../universe/universe.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import { type CopiedTable, copiedTables } from './copied-table.ts'
import {
  type CopiedSurvey,
  definitionName,
  type Manifest,
  manifestName,
  notCarried,
  peopleName,
  readmeName,
  readmeOf,
  rowsName,
} from './manifest.ts'

export type ExportOptions = {
  readonly withAnswers: boolean
  /** How far it is, from 0 to 1. */
  readonly progress?: (share: number) => void
}

/** The step that the tables are at. */
export const presentSchema = (): string => Object.keys(migrations).toSorted().at(-1) ?? ''

/** Throws Fault `forbidden` where answers of a protected survey would go along. */
export async function refuseProtected(stores: Stores, universe: Pick<Universe, 'id'>): Promise<void> {
  const surveys = await listSurveys(stores, universe.id)
  const hidden = surveys.filter(({ version, definition }) => version > 0 && definition.settings.protection)
  if (hidden.length > 0)
    throw refuse('forbidden', 'universeCopy.protected', { surveys: hidden.map(({ extName }) => extName).join(', ') })
}

/**
 * A universe as a ZIP archive, of one moment: it is written as it is read, so memory does not grow with it. The stream
 * breaks with what went wrong.
 */
export const exportUniverse = (stores: Stores, universe: Universe, options: ExportOptions): Readable =>
  exportArchive(stores, (client, writer) => write(client, writer, universe, options))

/** An archive of what `write` reads in one moment. */
export function exportArchive(
  stores: Stores,
  write: (client: pg.PoolClient, writer: ArchiveWriter) => Promise<void>,
): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream.pipe(new PassThrough())
  const writing = new ArchiveWriter(zip)
  zip.on('error', (error) => archive.destroy(error instanceof Error ? error : new Error(String(error))))
  archive.once('close', () => writing.stop())
  void atOneMoment(stores.owner, (client) => write(client, writing)).catch((error: Error) => archive.destroy(error))
  return archive
}

/** Reads without a limit of time: what reads a universe for long holds up nobody. */
async function atOneMoment(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query(`begin transaction isolation level repeatable read read only;
      set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0`)
    await use(client)
    await client.query('commit')
    broken = false
  } finally {
    client.release(broken)
  }
}

type Written = Manifest['files'][number]

/** Writes files one after the other, each when the one before has been taken. */
export class ArchiveWriter {
  readonly files: Written[] = []
  readonly #zip: ZipFile
  #open: Readable | null = null
  #isStopped = false

  constructor(zip: ZipFile) {
    this.#zip = zip
  }

  async add(name: string, source: AsyncIterable<string>, hasRows: boolean): Promise<void> {
    const sum = createHash('sha256')
    let [size, rows] = [0, 0]
    const content = Readable.from(
      (async function* () {
        for await (const piece of source) {
          const bytes = Buffer.from(piece)
          sum.update(bytes)
          size += bytes.length
          rows++
          yield bytes
        }
      })(),
      { objectMode: false },
    )
    this.#open = content
    if (this.#isStopped) this.stop()
    this.#zip.addReadStream(content, name)
    await finished(content)
    this.files.push({ name, size, sha256: sum.digest('hex'), rows: hasRows ? rows : null })
  }

  text(name: string, content: string): Promise<void> {
    return this.add(name, Readable.from([content]), false)
  }

  end(described: Manifest): void {
    this.#zip.addBuffer(Buffer.from(`${JSON.stringify(described, null, 2)}\n`), manifestName)
    this.#zip.end()
  }

  /** Nobody takes any more. */
  stop(): void {
    this.#isStopped = true
    this.#open?.destroy(new Error('the export was stopped'))
  }
}

async function write(
  client: pg.PoolClient,
  writer: ArchiveWriter,
  { id, name, title, timeZone, settings }: Universe,
  { withAnswers, progress = () => {} }: ExportOptions,
): Promise<void> {
  const surveys = await surveysOf(client, id, withAnswers, null)
  const zoneOfDays = settings.zoneOfDays === undefined ? {} : { zoneOfDays: settings.zoneOfDays }
  const about: Omit<Manifest, 'files'> = {
    kind: 'kaiku.universe',
    version: 1,
    kaiku: release,
    schema: presentSchema(),
    madeAt: new Date().toISOString(),
    withAnswers,
    universe: { name, title, timeZone, settings: Object.assign(settingsOf(settings), zoneOfDays) },
    surveys,
    notCarried: notCarried(withAnswers),
  }
  await writer.text(readmeName, readmeOf(about))
  await writeDefinitions(client, writer, id, surveys)
  if (withAnswers) await writer.add(peopleName, lines(client, people, [id]), true)
  const tables = copiedTables.filter((table) => withAnswers || table.of === 'configuration')
  await writeTables(client, writer, id, surveys, tables, progress)
  writer.end(Object.assign({}, about, { files: writer.files }))
}

/** The published files of surveys, byte for byte. */
export async function writeDefinitions(
  client: pg.PoolClient,
  writer: ArchiveWriter,
  universe: string,
  surveys: readonly CopiedSurvey[],
): Promise<void> {
  for (const { extName, number: survey, version } of surveys)
    for (const [path, content] of await readFiles(client, { universe, survey, version }))
      await writer.text(definitionName(extName, path), content)
}

/** Rows of tables, of these surveys where they are of one. */
export async function writeTables(
  client: pg.PoolClient,
  writer: ArchiveWriter,
  universe: string,
  surveys: readonly CopiedSurvey[],
  tables: readonly CopiedTable[],
  progress: (share: number) => void,
): Promise<void> {
  for (const [at, table] of tables.entries()) {
    progress(at / tables.length)
    const wanted = await selectRows(client, table)
    await writer.add(rowsName(table.name), lines(client, wanted.sql, [universe, ...wanted.values(surveys)]), true)
  }
}

const surveyColumns = {
  number,
  id: text,
  extName: text,
  version: number,
  publishedBy: text,
  unplaced: texts,
  interviews: int8,
  files: texts,
} satisfies Shape

/** The published surveys of a universe, or the one of a number. */
export async function surveysOf(
  client: pg.PoolClient,
  universe: string,
  withAnswers: boolean,
  survey: number | null,
): Promise<CopiedSurvey[]> {
  const { rows } = await query(
    client,
    surveyColumns,
    `select s.number, s.id, s.ext_name::text as "extName", s.version, v.published_by as "publishedBy", s.unplaced,
       (select count(*) from interview i where (i.universe, i.survey) = (s.universe, s.number) and $2) as interviews,
       array(select path from definition_file f where (f.universe, f.survey, f.version) = (s.universe, s.number, s.version)
         order by path) as files
     from survey s join definition_version v on (v.universe, v.survey, v.version) = (s.universe, s.number, s.version)
     where s.universe = $1 and ($3::int is null or s.number = $3) order by s.number`,
    [universe, withAnswers, survey],
  )
  return rows.map((row) => Object.assign(row, { interviews: Number(row.interviews) }))
}

/** Members, and who is somebody beyond: root belongs to no universe. */
const people = `select jsonb_build_object('id', p.id, 'username', p.username, 'email', p.email, 'givenName', p.given_name,
    'familyName', p.family_name, 'locale', p.locale, 'isDeactivated', p.deactivated_at is not null)::text as line
  from membership m join person p on p.id = m.person where m.universe = $1 and not p.is_root order by p.id`

const columnRows = { name: text } satisfies Shape

async function selectRows(client: pg.PoolClient, { name, where, without = [], said = {} }: CopiedTable) {
  const columns = await query(
    client,
    columnRows,
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by attnum`,
    [name],
  )
  const keys = await query(
    client,
    columnRows,
    `select a.attname::text as name from pg_index i cross join unnest(i.indkey) with ordinality as k(number, at)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = $1::regclass and i.indisprimary order by k.at`,
    [name],
  )
  const isOfSurvey = columns.rows.some((column) => column.name === 'survey') && name !== 'access_assertion'
  const changes = Object.entries(said).map(([column, sql]) => `|| jsonb_build_object('${column}', ${sql})`)
  const order = keys.rows.length > 0 ? keys.rows.map((key) => `t."${key.name}"`).join(', ') : '1'
  return {
    sql: `select ((to_jsonb(t) - array[${['universe', ...without].map((column) => `'${column}'`).join(', ')}])
        ${changes.join(' ')})::text as line
      from ${name} t where t.universe = $1 ${isOfSurvey ? 'and (t.survey is null or t.survey = any($2))' : ''}
        ${where === undefined ? '' : `and (${where})`} order by ${order}`,
    values: (surveys: readonly CopiedSurvey[]) => (isOfSurvey ? [surveys.map((one) => one.number)] : []),
  }
}

/** Rows that are fetched at once. */
const batch = 500

async function* lines(client: pg.PoolClient, sql: string, values: unknown[]): AsyncGenerator<string> {
  await client.query(`declare copied no scroll cursor for ${sql}`, values)
  for (;;) {
    const { rows } = await query(client, { line: text }, `fetch ${batch} from copied`)
    for (const { line } of rows) yield `${line}\n`
    if (rows.length < batch) break
  }
  await client.query('close copied')
}
