import { setTimeout as pause } from 'node:timers/promises'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import { enterAs, type Running, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { fetchedReport, madeReport } from '@kaiku/e2e/made-report.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { findSurvey } from '@kaiku/server/survey/survey.ts'
import { findUniverse } from '@kaiku/server/universe/universe.ts'
import { summary } from './measure.ts'
import { memoryOf, peakDuring } from './memory.ts'
import { clicksOf, clickTogether, noClicks } from './people.ts'
import { log } from './universe.ts'

/** The universe of the wide survey, which has the name of the benchmark's like all of them. */
export const wideUniverse = 'wide'
const everything = 'region,all'
const single: readonly ReportKind[] = ['csv', 'interviews', 'spss', 'parquet']

/** Reports of many interviews one by one, and many reports beside people who click; as Markdown. */
export async function reports(data: string): Promise<string> {
  const running = await startKaiku({ sample: false, data })
  try {
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const wide = await enterAs(running, 'bench-viewer', wideUniverse)
    const lines = [
      '| file | s | MB | most memory above idle, MB: all | Kaiku | ClickHouse | PostgreSQL |',
      tableRule(7),
    ]
    await timedReport(running, wide, { kind: 'ranking', path: everything })
    for (const kind of single) lines.push(await measured(running, wide, kind, everything))
    lines.push(await measured(running, wide, 'benchmark', everything))
    const facts = [await byHand(data), ...(await rush(running))]
    return `${lines.join('\n')}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`
  } finally {
    await running.stop()
  }
}

const tableRule = (columns: number) => `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`

type Asked = { readonly kind: ReportKind; readonly path: string }

/** Has a report made and fetches it; seconds until it was there, and its bytes. */
async function timedReport(running: Running, viewer: Identity, wish: Asked) {
  const start = performance.now()
  const made = await madeReport(running, viewer, { survey: 'bench', ...wish })
  const taken = (performance.now() - start) / 1000
  let bytes = 0
  for await (const chunk of await fetchedReport(running, viewer, 'bench', made)) bytes += chunk.length
  return { taken, bytes }
}

/** A line of the table: how long a report takes, and what memory is held meanwhile. */
async function measured(running: Running, viewer: Identity, kind: ReportKind, path: string): Promise<string> {
  await pause(15_000)
  const idle = memoryOf(running.pid)
  const { made, peak } = await peakDuring(running.pid, () => timedReport(running, viewer, { kind, path }))
  const before = (part: string) =>
    part === 'all' ? [...idle.values()].reduce((sum, one) => sum + one, 0) : (idle.get(part) ?? 0)
  const above = ['all', 'Kaiku', 'ClickHouse', 'PostgreSQL'].map((part) =>
    ((peak.get(part) ?? 0) - before(part)).toFixed(0),
  )
  const cells = [kind, made.taken.toFixed(1), (made.bytes / 1e6).toFixed(1), ...above]
  log(cells.join(' · '))
  return `| ${cells.join(' | ')} |`
}

/** How long ClickHouse alone takes to write the same rows from its own table. */
async function byHand(data: string): Promise<string> {
  const stores = await openStores({ data })
  try {
    const universe = await findUniverse(stores, wideUniverse)
    if (!universe) throw new Error(`there is no universe ${wideUniverse}`)
    const { survey } = await findSurvey(stores, universe.id, 'bench')
    const taken: string[] = []
    for (const format of ['CSV', 'Parquet']) {
      const start = performance.now()
      const rows = await stores.clickhouse.readStream(
        `SELECT * FROM ${tableOf(survey)} FINAL`,
        {},
        { lane: 'heavy', timeout: 600, format },
      )
      let bytes = 0
      for await (const chunk of rows) bytes += chunk.length
      taken.push(`${format} ${((performance.now() - start) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`)
    }
    return `the projection's table as it is, written by ClickHouse alone: ${taken.join('; ')}`
  } finally {
    await stores.close()
  }
}

const people = 20
/** Milliseconds of clicks without reports. */
const quiet = 120_000

/** Fifty reports at once in three universes while people click, beside the same clicks without them. */
async function rush(running: Running): Promise<string[]> {
  const viewer = await enterAs(running, 'bench-viewer', 'bench')
  await clicksFor(running, viewer, pause(30_000))
  const alone = await clicksFor(running, viewer, pause(quiet))
  const taken: number[] = []
  const beside = await clicksFor(
    running,
    viewer,
    (async () => {
      const asked = ['bench', 'small', wideUniverse].flatMap((universe, at) => wishes(universe, [20, 15, 15][at] ?? 0))
      const viewers = new Map<string, Identity>()
      for (const { universe } of asked)
        if (!viewers.has(universe)) viewers.set(universe, await enterAs(running, 'bench-viewer', universe))
      await Promise.all(
        asked.map(async ({ universe, ...wish }) => {
          const as = viewers.get(universe)
          if (as) taken.push((await timedReport(running, as, wish)).taken)
        }),
      )
    })(),
  )
  const { median, p95, runs } = summary(taken)
  return [
    `${people} people alone: ${clicksOf(alone)}`,
    `${people} people beside ${runs} reports of three universes, asked for at once: ${clicksOf(beside)}; a report was there after ${median.toFixed(1)} s in median, ${p95.toFixed(1)} s at p95`,
  ]
}

const kinds: readonly ReportKind[] = ['ranking', 'page', 'indicators', 'interviews', 'csv', 'deck', 'spss', 'card']
/** Reports of different kinds and regions. */
const wishes = (universe: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    universe,
    kind: kinds[at % kinds.length] ?? 'ranking',
    path: `${everything},region-${String(1 + (at % 50)).padStart(2, '0')}`,
  }))

async function clicksFor(running: Running, viewer: Identity, until: Promise<unknown>) {
  const clicks = noClicks()
  const over = new AbortController()
  const clicking = clickTogether(running, viewer, people, clicks, over.signal)
  await until
  over.abort()
  await clicking
  return clicks
}
