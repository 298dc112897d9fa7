import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Running, runKaiku, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { narrow } from './definition.ts'
import { importFileOf } from './import.ts'
import { makeUniverses, nameOf, signInEach } from './many-universes.ts'
import { summary } from './measure.ts'
import { memoryOf } from './memory.ts'
import { below, processFields } from './process-tree.ts'
import { processorTime } from './processor-time.ts'
import { log } from './universe.ts'

/** Pages that the noisy neighbour asks for at once, again and again. */
const noisyPages = 50
/** Rows of the file that it imports. */
const noisyRows = 50_000
/** Universes that are looked at by one each meanwhile, and milliseconds that each rests between two pages. */
const [quiet, rest] = [10, 500]

type Headers = Readonly<Record<string, string>>
const components = [{ type: 'IndicatorTiles' }, { type: 'RankingTableComponent', of: 'children' }]

/**
 * Very many universes on one Kaiku: how soon it starts, what each part of it holds, what it does while nobody asks for
 * anything, how soon a page is there, and how much a neighbour who imports and asks without pause slows the others.
 * `seconds`: for which it is watched idle, and for which each look at the others lasts.
 */
export async function universes(data: string, count: number, seconds: number): Promise<string[]> {
  const facts = [await makeUniverses(data, count)]
  const begun = performance.now()
  const running = await startKaiku({ sample: false, data })
  facts.push(`ready ${((performance.now() - begun) / 1000).toFixed(1)} s after the start`)
  const stores = await openStores({ data })
  try {
    facts.push(`after the start: ${heldBy(running)}`)
    facts.push(await settled(running))
    facts.push(`at rest: ${heldBy(running)}`, await idle(running, stores, seconds))
    const signedIn = await signInEach(stores, count)
    const first = await visitEach(running, signedIn)
    facts.push(`first page of each universe, one after the other: ${said(first)}`)
    facts.push(`after each was visited: ${heldBy(running)}`, await tablesOf(stores))
    const random = await visitEach(running, shuffled(signedIn).slice(0, 200))
    facts.push(`a page of a universe at random, visited before: ${said(random)}`)
    facts.push(`after it was idle again: ${await idle(running, stores, seconds)}`)
    facts.push(...(await neighbour(running, signedIn, seconds)), `in the end: ${heldBy(running)}`)
    return facts
  } finally {
    await stores.close()
    await running.stop()
  }
}

const said = (taken: readonly number[]) => {
  const { median, p95, runs } = summary(taken)
  return `median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${runs}`
}

/** MB of each part and open files of all together. */
function heldBy({ pid }: Running): string {
  const held = [...memoryOf(pid)].map(([part, megabytes]) => `${part} ${megabytes.toFixed(0)} MB`)
  const files = [pid, ...below(processFields(), pid)].reduce((sum, one) => sum + openFiles(one), 0)
  return `${held.toSorted().join(', ')}; ${files} open files`
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return 0
  }
}

const used = ({ pid }: Running) => {
  const { own, stores } = processorTime(pid)
  return (own + stores) / 1000
}

/** Waits until it does hardly more than nothing for ten seconds, three minutes at most; as a sentence. */
async function settled(running: Running): Promise<string> {
  const [looks, begin] = [36, used(running)]
  let [before, calm, at] = [begin, 0, 0]
  for (; calm < 2 && at < looks; at += 1) {
    await pause(5_000)
    const now = used(running)
    calm = now - before < 1 ? calm + 1 : 0
    before = now
  }
  const end = calm < 2 ? 'and is not at rest then' : 'until it is at rest'
  return `what a start still does in the background: ${(before - begin).toFixed(1)} s of processor in ${at * 5} s, ${end}`
}

/** What it does while nobody asks for anything: processor, and what PostgreSQL commits. */
async function idle(running: Running, stores: Stores, seconds: number): Promise<string> {
  const commits = async () => {
    const { rows } = await stores.service.query<{ n: number }>(
      'select xact_commit::float8 as n from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.n ?? Number.NaN
  }
  const [before, from] = [await commits(), used(running)]
  await pause(seconds * 1000)
  const [after, to] = [await commits(), used(running)]
  return `idle for ${seconds} s: ${(((to - from) / seconds) * 100).toFixed(1)} % of a processor, ${((after - before) / seconds).toFixed(1)} transactions a second`
}

/** Milliseconds of the first page of each, one after the other. */
async function visitEach(running: Running, all: readonly Headers[]): Promise<number[]> {
  const taken: number[] = []
  for (const headers of all) taken.push(await page(running, headers))
  return taken
}

/** A page of two components with its header, as the browser asks for it; milliseconds. Throws what is refused. */
async function page({ address }: Running, headers: Headers, path = 'region,all'): Promise<number> {
  const start = performance.now()
  const ask = async (url: string, body?: object) => {
    const reply = await fetch(`${address}/api/${url}`, {
      headers: Object.assign({}, headers, body ? { 'content-type': 'application/json' } : {}),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const text = await reply.text()
    if (!reply.ok || text.includes('"Failed"')) throw new Error(`${reply.status} ${url}: ${text.slice(0, 300)}`)
  }
  const at = encodeURIComponent(path)
  await Promise.all([ask(`result/query/bench/${at}?compare=previous`, { components }), ask(`result/place/bench/${at}`)])
  return performance.now() - start
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

async function tablesOf({ clickhouse }: Stores): Promise<string> {
  const [row] = await clickhouse.read<[string, string]>(
    `select (select count() from system.tables where database = currentDatabase()),
       (select count() from system.parts where active and database = currentDatabase())`,
  )
  return `ClickHouse has ${row?.[0]} tables of ${row?.[1]} parts`
}

/** How soon pages of some universes are there alone, beside a noisy one, and alone again. */
async function neighbour(running: Running, signedIn: readonly Headers[], seconds: number): Promise<string[]> {
  const [noisy = {}, ...others] = shuffled(signedIn)
  const lookers = others.slice(0, quiet)
  const before = await looks(running, lookers, seconds)
  const over = new AbortController()
  const refused: string[] = []
  const work = Promise.all([
    importing(running.data, noisy['kaiku-universe'] ?? nameOf(0), over.signal),
    ...Array.from({ length: noisyPages }, (_, at) => noise(running, noisy, at, over.signal, refused)),
  ])
  const beside = await looks(running, lookers, seconds)
  over.abort()
  const [imported] = await work
  const after = await looks(running, lookers, seconds)
  const [alone, loud] = [summary([...before, ...after]), summary(beside)]
  return [
    `pages of ${quiet} others, before: ${said(before)}, after: ${said(after)}; beside a universe that imports and asks for ${noisyPages} pages at once: ${said(beside)}, ${(loud.median / alone.median).toFixed(1)} and ${(loud.p95 / alone.p95).toFixed(1)} times before and after together`,
    `the noisy one: ${imported}; ${refused.length} of its pages refused${refused[0] ? ` (${refused[0]})` : ''}`,
  ]
}

/** Milliseconds of pages of somebody in each of some universes, who rests between them. */
async function looks(running: Running, all: readonly Headers[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const taken = await Promise.all(
    all.map(async (headers, at) => {
      const own: number[] = []
      await pause((at * rest) / all.length)
      for (let turn = at; performance.now() < until; turn += 1) {
        own.push(await page(running, headers, placeAt(turn)))
        await pause(rest)
      }
      return own
    }),
  )
  return taken.flat()
}

/** Hardly twice the same, so that it is seldom answered from the cache. */
const placeAt = (turn: number) =>
  `region,all,region-${String(turn % narrow.regions).padStart(2, '0')};age=${turn % 50}_${60 + (turn % 20)}`

async function noise(running: Running, headers: Headers, at: number, over: AbortSignal, refused: string[]) {
  for (let turn = at; !over.aborted; turn += noisyPages)
    await page(running, headers, placeAt(turn)).catch((error: unknown) => {
      refused.push(error instanceof Error ? error.message : String(error))
      return pause(100)
    })
}

/** Imports a file again and again by the command line, until it is over; as a sentence. */
async function importing(data: string, universe: string, over: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-bench-'))
  try {
    let rows = 0
    for (let turn = 0; !over.aborted; turn += 1) {
      const file = join(folder, 'answers.csv')
      await writeFile(file, importFileOf(noisyRows, narrow, turn * noisyRows))
      rows += noisyRows
      const { out, err, code } = await runKaiku(['import', 'bench', file, '--universe', universe, '--data', data])
      if (code !== 0) throw new Error(`${out}${err}`)
    }
    return `${rows} interviews imported`
  } finally {
    await rm(folder, { recursive: true, force: true })
    log('the noisy neighbour is quiet')
  }
}
