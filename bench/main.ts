import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fullGrant } from '@kaiku/core/access.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { catchUp, startFeed } from '@kaiku/server/feed/feed.ts'
import { afterStart } from './after-start.ts'
import { arrivals } from './arrival.ts'
import { type Prepared, preparedOperations } from './by-hand.ts'
import { campaign } from './campaign.ts'
import { crowd } from './crowd.ts'
import { wide } from './definition.ts'
import { filterLists } from './filter-lists.ts'
import { formLoad } from './form-load.ts'
import { grow } from './grown.ts'
import { importSpeed } from './import.ts'
import { importAll } from './imported.ts'
import { timeInTurn } from './measure.ts'
import { machine, tableOf as markdown } from './report.ts'
import { reports, wideUniverse } from './reports.ts'
import { listening, measure } from './run-operations.ts'
import { scripts } from './scripts.ts'
import { log, universeOf } from './universe.ts'
import { universes } from './universes.ts'
import { member, operator } from './viewer.ts'
import { vitals } from './vitals.ts'

const here = dirname(fileURLToPath(import.meta.url))

const { values: flags } = parseArgs({
  options: {
    interviews: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    universes: { type: 'string' },
    figures: { type: 'string' },
    imported: { type: 'string' },
    runs: { type: 'string', default: '15' },
    vitals: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    filters: { type: 'boolean', default: false },
    reports: { type: 'boolean', default: false },
    campaign: { type: 'boolean', default: false },
    mails: { type: 'string', default: '100000' },
    form: { type: 'boolean', default: false },
    scripts: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '5' },
  },
})
const count = Number(flags.interviews)
const kept =
  (flags.universes !== undefined && 'bench-universes') ||
  (flags.figures !== undefined && 'bench-grown') ||
  (flags.imported !== undefined && 'bench-imported') ||
  'bench'
const data = flags.data ?? join(here, '..', 'data', kept)
const runs = Number(flags.runs)

/** What a scope costs: the same operations by a viewer whose role names every region, so that the figures are equal. */
async function scopeCost(
  stores: Stores,
  { universe, views }: Dictionary,
  operations: readonly Prepared[],
): Promise<string[]> {
  const tree = views.get('region')?.tree
  const rows = { region: (tree?.children(0) ?? []).map(({ id }) => [id]) }
  const grant = { ...fullGrant('Every region'), rows }
  const [all, scoped] = await Promise.all([
    listening(stores, false, await operator(stores)),
    listening(stores, false, await member(stores, universe, grant)),
  ])
  const facts: string[] = []
  for (const operation of operations) {
    const taken = await timeInTurn({ all: () => all.ask(operation), scoped: () => scoped.ask(operation) }, runs)
    const [plain, narrowed] = [taken.all.median, taken.scoped.median]
    facts.push(
      `scope · operation ${operation.number}: ${plain.toFixed(1)} ms without, ${narrowed.toFixed(1)} ms with a role that names every region (${(narrowed / plain).toFixed(2)} ×; goal ≤ 1.10 ×)`,
    )
  }
  await Promise.all([all.close(), scoped.close()])
  return facts
}

const titleOf = (interviews: number) =>
  `${interviews.toLocaleString('en')} interviews, ${new Date().toISOString().slice(0, 10)}, ${machine()}`

/** One interview in a hundred is taken back and added again, as corrections are, and not merged yet. */
const unmerge = (stores: Stores, { survey }: Dictionary) => {
  const table = tableOf(survey)
  const corrected = (sign: 1 | -1) =>
    `SELECT * REPLACE (toInt8(${sign}) AS sign) FROM ${table} FINAL WHERE id % 100 = 7`
  return stores.clickhouse.command(
    `INSERT INTO ${table} SELECT * FROM (${corrected(-1)} UNION ALL ${corrected(1)}) ORDER BY day, id, sign`,
    {},
    { lane: 'heavy', timeout: 600, settings: { max_insert_threads: 1 } },
  )
}
const merge = (stores: Stores, { survey }: Dictionary) =>
  stores.clickhouse.command(`OPTIMIZE TABLE ${tableOf(survey)} FINAL`, {}, { lane: 'heavy', timeout: 600 })

/** Writes the data, then leaves them to a Kaiku of its own. */
async function prepare() {
  const facts: string[] = []
  const stores = await openStores({ data, own: 'must', migrate: true, log })
  try {
    await merge(stores, await universeOf(stores, 'bench', count, facts))
    if (flags.reports) {
      await universeOf(stores, 'small', Math.ceil(count / 100), facts)
      await merge(stores, await universeOf(stores, wideUniverse, count, facts, wide))
    }
  } finally {
    await stores.close()
  }
  for (const fact of facts) log(fact)
}

/** What the browser shows, and how soon. */
async function measureVitals() {
  await prepare()
  process.stdout.write(`## In the browser: ${titleOf(count)}\n\n${await vitals(data)}\n`)
}

/** People and programs at the same time. */
async function measureCrowd() {
  await prepare()
  const facts = await crowd(data, Number(flags.minutes))
  process.stdout.write(`## At work: ${titleOf(count)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** Respondents at their peak, and people who look on. */
async function measureForm() {
  await prepare()
  const facts = await formLoad(data, Number(flags.seconds), Number(flags.rate))
  process.stdout.write(`## A form at its peak: ${titleOf(count)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** A script over all interviews, people who look on, and a kill. */
async function measureScripts() {
  await prepare()
  const facts = await scripts(data)
  process.stdout.write(`## A script: ${titleOf(count)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** Reports of many interviews, and many reports beside people. */
async function measureReports() {
  await prepare()
  process.stdout.write(`## Reports: ${titleOf(count)}\n\n${await reports(data)}`)
}

/** A campaign beside people, while Kaiku is killed. */
async function measureCampaign() {
  const facts = await campaign(Number(flags.mails), 50, 5)
  process.stdout.write(`## A campaign, ${machine()}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** Very many universes on one Kaiku. */
async function measureUniverses() {
  const facts = await universes(data, Number(flags.universes), Number(flags.seconds))
  const title = `${flags.universes} universes, ${new Date().toISOString().slice(0, 10)}, ${machine()}`
  process.stdout.write(`## ${title}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** Lists of filters in the sample. */
async function measureFilters() {
  const facts = await filterLists()
  process.stdout.write(`## Lists of filters, ${machine()}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`)
}

/** Everything in the server. */
async function main() {
  const facts: string[] = []
  const { lines, operations, signedIn } = await measureServer(facts)
  facts.push(...(await timed('first answers after a start', () => afterStart(data, operations, signedIn))))
  const title = titleOf(count)
  const text = [`## ${title}`, '', markdown(lines), '', ...facts.map((fact) => `- ${fact}`), ''].join('\n')
  const results = join(here, 'results')
  await mkdir(results, { recursive: true })
  await writeFile(join(results, `${count}.json`), JSON.stringify({ title, lines, facts }, null, 2))
  await writeFile(join(results, `${count}.md`), text)
  process.stdout.write(`${text}\n`)
}

async function measureServer(facts: string[]) {
  const stores = await openStores({ data, own: 'must', migrate: true, log })
  try {
    const dictionary = await timed('making the data', () => universeOf(stores, 'bench', count, facts))
    await universeOf(stores, 'small', Math.ceil(count / 100), facts)
    // An earlier run that was broken off may have left changes on their way, with which nothing is cached.
    await catchUp(stores)
    await timed('merging', () => merge(stores, dictionary))
    const operations = await preparedOperations(stores, dictionary)
    const merged = await timed('operations, merged', () => measure(stores, operations, 'merged', runs))
    facts.push(...(await timed("a viewer's scope", () => scopeCost(stores, dictionary, operations))))
    await timed('unmerging', () => unmerge(stores, dictionary))
    const unmerged = await timed('operations, unmerged', () => measure(stores, operations, '1 % unmerged', runs))
    const feed = startFeed(stores, log)
    facts.push(await timed('answers that arrive', () => arrivals(stores, dictionary)))
    facts.push(...(await timed('import', () => importSpeed(stores))))
    await feed.stop()
    await timed('merging again', () => merge(stores, dictionary))
    return { lines: [...merged, ...unmerged], operations, signedIn: await operator(stores) }
  } finally {
    await stores.close()
  }
}

/** Figures of more interviews than the truth of this machine holds; what opens single ones is left out. */
async function measureGrown() {
  const facts: string[] = []
  const wanted = Number(flags.figures)
  const stores = await openStores({ data, own: 'must', migrate: true, log })
  const { lines, operations, signedIn } = await (async () => {
    try {
      const dictionary = await timed('making the data', () => universeOf(stores, 'bench', count, facts))
      await catchUp(stores)
      facts.push(...(await timed('growing', () => grow(stores, dictionary, wanted))))
      const all = await preparedOperations(stores, dictionary)
      const operations = all.filter(({ number }) => number !== 6 && number !== 7)
      const lines = await timed('operations', () => measure(stores, operations, 'merged', runs))
      const feed = startFeed(stores, log)
      facts.push(await timed('answers that arrive', () => arrivals(stores, dictionary)))
      facts.push(...(await timed('import', () => importSpeed(stores))))
      await feed.stop()
      return { lines, operations, signedIn: await operator(stores) }
    } finally {
      await stores.close()
    }
  })()
  facts.push(...(await timed('first answers after a start', () => afterStart(data, operations, signedIn))))
  const text = `${markdown(lines)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`
  process.stdout.write(`## Figures of ${titleOf(wanted)}\n\n${text}`)
}

/** Very many interviews that came as they do in use: by files, through the truth. */
async function measureImported() {
  const wanted = Number(flags.imported)
  const stores = await openStores({ data, own: 'must', migrate: true, log })
  try {
    const { dictionary, facts } = await timed('importing all', () => importAll(stores, wanted))
    const all = await preparedOperations(stores, dictionary)
    // The first filters by questions that this survey does not have.
    const lines = await timed('operations', () =>
      measure(
        stores,
        all.filter(({ number }) => number !== 1),
        'as rebuilt',
        runs,
      ),
    )
    const list = facts.map((fact) => `- ${fact}\n`).join('')
    process.stdout.write(`## Imported: ${titleOf(wanted)}\n\n${markdown(lines)}\n\n${list}`)
  } finally {
    await stores.close()
  }
}

/** Says how long a part of the benchmark took. */
async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const found = await work()
  log(`${part}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  return found
}

const measures = [
  ...(flags.universes === undefined ? [] : [measureUniverses]),
  ...(flags.figures === undefined ? [] : [measureGrown]),
  ...(flags.imported === undefined ? [] : [measureImported]),
  ...(flags.vitals ? [measureVitals] : []),
  ...(flags.crowd ? [measureCrowd] : []),
  ...(flags.form ? [measureForm] : []),
  ...(flags.scripts ? [measureScripts] : []),
  ...(flags.filters ? [measureFilters] : []),
  ...(flags.reports ? [measureReports] : []),
  ...(flags.campaign ? [measureCampaign] : []),
]
await (measures[0] ?? main)()
