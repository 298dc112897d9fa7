import { rm } from 'node:fs/promises'
import { copyOfSample } from '@kaiku/e2e/kaiku.ts'
import { buildApp } from '@kaiku/server/app/app.ts'
import { readConfiguration } from '@kaiku/server/configuration/configuration.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { summary } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { operator } from './viewer.ts'

const survey = 'store-visits'
const people = 50
/** Selections of which none is like another. */
function* selections(): Generator<string> {
  const filters = [
    (at: number) => `age=${18 + (at % 20)}_${45 + (at % 37)}`,
    (at: number) => `channel=store*${at % 2 ? 'collect' : 'phone'};age=${16 + (at % 50)}_90`,
    (at: number) => `line=fashion*home;recommend=${at % 6}_${7 + (at % 4)};age=15_${40 + (at % 50)}`,
    (at: number) => `basket=${at % 40}_${100 + at}`,
    (at: number) =>
      `ftime=20260${1 + (at % 9)}0${1 + (at % 8)}_20261122;member=yes;age=${15 + (at % 7)}_${60 + (at % 30)}`,
  ]
  for (let at = 0; ; at += 1) yield `region,all;${filters[at % filters.length]?.(at)}`
}

/** What it costs, in the sample, to ask for filters with selections that nobody asked for before. */
export async function filterLists(): Promise<string[]> {
  const data = await copyOfSample()
  const stores = await openStores({ data, own: 'must', migrate: true })
  try {
    const configuration = { ...readConfiguration({ LOG_LEVEL: 'silent' }, { data: stores.directory }), cache: false }
    const app = await buildApp(stores, configuration)
    const headers = { ...(await operator(stores)), 'kaiku-universe': 'sample', 'accept-encoding': 'br' }
    const ask = async (url: string) => {
      const reply = await app.inject({ url: `/api/${url}`, headers })
      if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`)
    }
    const list = (path: string) => ask(`vuejs/filters/list/${survey}/standard?path=${encodeURIComponent(path)}`)
    const place = (path: string) => ask(`result/place/${survey}/${encodeURIComponent(path)}`)
    const both = (path: string) => Promise.all([place(path), list(path)])
    const paths = selections()
    const inTurn = (one: (path: string) => Promise<unknown>, count: number) => measured(one, paths, 1, count)
    await inTurn(both, 8)
    const facts = [
      `list of filters: ${await inTurn(list, 15)}`,
      `header of the page: ${await inTurn(place, 15)}`,
      `${people} people at once, header and list: ${await measured(both, paths, people, 2)}`,
    ]
    await app.close()
    return facts
  } finally {
    await stores.close()
    await rm(data, { recursive: true, force: true })
  }
}

/** So many at once, each so often, one after the other. */
async function measured(
  one: (path: string) => Promise<unknown>,
  paths: Generator<string>,
  together: number,
  times: number,
): Promise<string> {
  const before = processorTime()
  const taken: number[] = []
  const person = async () => {
    for (let at = 0; at < times; at += 1) {
      const path = String(paths.next().value)
      const start = performance.now()
      await one(path)
      taken.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: together }, person))
  const after = processorTime()
  const { median, p95, runs } = summary(taken)
  const each = (total: number) => `${(total / runs).toFixed(1)} ms`
  return `processor ${each(after.own - before.own)} of Kaiku and ${each(after.stores - before.stores)} of the stores each; median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, of ${runs}`
}
