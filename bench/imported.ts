import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { catchUp, startFeed } from '@kaiku/server/feed/feed.ts'
import { rebuild } from '@kaiku/server/feed/rebuild.ts'
import { adapt } from '@kaiku/server/feed/schema.ts'
import { importFile } from '@kaiku/server/import/import.ts'
import { trimChanges } from '@kaiku/server/maintenance/maintain.ts'
import { publish } from '@kaiku/server/publishing/definition.ts'
import { surveyByNumber } from '@kaiku/server/survey/survey.ts'
import { createUniverse } from '@kaiku/server/universe/universe.ts'
import { definition, short } from './definition.ts'
import { importFileOf, mapping } from './import.ts'
import { secondsOf } from './measure.ts'
import { peakDuring } from './memory.ts'
import { log } from './universe.ts'

const rowsOfFile = 10_000_000
const writtenAtOnce = 100_000

/** Imports so many interviews from files of ten million, while the feed runs, then makes their figures anew from the truth. */
export async function importAll(stores: Stores, wanted: number): Promise<{ dictionary: Dictionary; facts: string[] }> {
  const universe = await createUniverse(stores, { name: 'bench', title: 'Benchmark', timeZone: 'UTC' })
  const files = new Map([...definition(short), ['imports.json', JSON.stringify(mapping(short))]])
  const { survey } = await publish(stores, universe.id, files, 'bench')
  const dictionary = await surveyByNumber(stores, survey)
  await adapt(stores, dictionary)
  const facts: string[] = []
  const { peak } = await peakDuring(process.pid, async () => {
    facts.push(...(await importFiles(stores, dictionary, wanted)))
    const took = await secondsOf(() => rebuild(stores, survey, said('in the new table')))
    facts.push(`rebuild from PostgreSQL: ${took.toFixed(0)} s, ${perSecond(wanted, took)}`)
  })
  const held = [...peak].map(([part, megabytes]) => `${part} ${megabytes.toFixed(0)} MB`).join(', ')
  facts.push(`held by each process and all together at most, during import and rebuild: ${held}`)
  facts.push(await equalSums(stores, dictionary, wanted), await sizes(stores, dictionary, wanted))
  return { dictionary: await surveyByNumber(stores, survey), facts }
}

async function importFiles(stores: Stores, dictionary: Dictionary, wanted: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-bench-'))
  const feed = startFeed(stores, log)
  const each: number[] = []
  try {
    for (let done = 0; done < wanted; done += rowsOfFile) {
      const rows = Math.min(rowsOfFile, wanted - done)
      const file = join(folder, `answers-${done}.csv`)
      await writeRows(file, rows, done)
      const onProgress = said('imported', done, wanted)
      const took = await secondsOf(() =>
        importFile(stores, dictionary, file, { onProgress: (at) => onProgress(at.rows) }),
      )
      each.push(took)
      log(`${done + rows} imported, the last ${rows} at ${perSecond(rows, took)}`)
      await rm(file)
      // As each night.
      await trimChanges(stores)
    }
    const rest = await secondsOf(() => catchUp(stores))
    const all = each.reduce((sum, one) => sum + one, 0)
    const rates = each.map((took, i) => perSecond(Math.min(rowsOfFile, wanted - i * rowsOfFile), took))
    return [
      `import from CSV, the feed running, in files of ${rowsOfFile.toLocaleString('en')}: ${all.toFixed(0)} s, ${perSecond(wanted, all)}; the last were visible ${rest.toFixed(0)} s later`,
      `each file: ${rates.join(', ')}`,
    ]
  } finally {
    await feed.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeRows(file: string, rows: number, after: number): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let done = 0; done < rows; done += writtenAtOnce) {
      const text = importFileOf(Math.min(writtenAtOnce, rows - done), short, after + done)
      await handle.write(done === 0 ? text : text.slice(text.indexOf('\n') + 1))
    }
  } finally {
    await handle.close()
  }
}

/** Figures from ClickHouse, and the same counted in PostgreSQL. Throws where they differ. */
async function equalSums({ clickhouse, service }: Stores, dictionary: Dictionary, wanted: number): Promise<string> {
  const { survey, universe, questions } = dictionary
  const recommend = questions.get('recommend')?.column ?? ''
  const [figures] = await clickhouse.read<string[]>(
    `select sum(sign), sumIf(sign, ${recommend} >= 9), sumIf(sign * ${recommend}, isNotNull(${recommend})) from ${tableOf(survey)}`,
  )
  const { rows } = await service.query<{ n: string; promoters: string; total: string }>(
    `select count(*) n, count(*) filter (where (answers->>'recommend')::int >= 9) promoters,
       sum((answers->>'recommend')::int) total from interview where universe = $1 and survey = $2`,
    [universe, survey],
  )
  const truth = [rows[0]?.n, rows[0]?.promoters, rows[0]?.total]
  if (figures?.map(String).join() !== truth.map(String).join() || Number(truth[0]) !== wanted)
    throw new Error(`${figures?.join()} in ClickHouse, ${truth.join()} in PostgreSQL, ${wanted} imported`)
  return `interviews, promoters and the sum of an answer are equal in both stores: ${truth.join(', ')}`
}

async function sizes({ clickhouse, service }: Stores, { survey }: Dictionary, wanted: number): Promise<string> {
  const { rows } = await service.query<{ bytes: string }>(`select pg_total_relation_size('interview') bytes`)
  const [size] = await clickhouse.read<[string]>(
    'select sum(bytes_on_disk) from system.parts where active and database = currentDatabase() and table = {table: String}',
    { table: tableOf(survey) },
  )
  const [truth, figures] = [Number(rows[0]?.bytes), Number(size?.[0])]
  return `on the disk: ${(truth / 1e9).toFixed(1)} GB in PostgreSQL (${Math.round(truth / wanted)} bytes an interview with its indexes), ${(figures / 1e9).toFixed(1)} GB in ClickHouse`
}

const perSecond = (rows: number, took: number) => `${Math.round(rows / took).toLocaleString('en')} a second`

/** Says every million how far it is. */
function said(what: string, before = 0, wanted?: number) {
  let next = 1_000_000
  return (done: number, total = wanted) => {
    if (done < next) return
    log(`${before + done} of ${total} ${what}`)
    next = (Math.floor(done / 1_000_000) + 1) * 1_000_000
  }
}
