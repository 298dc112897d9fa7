import { setTimeout as pause } from 'node:timers/promises'
import { storeInterviews } from '@kaiku/server/import/import.ts'
import type { Stores } from '@kaiku/server/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/survey/dictionary.ts'
import { summary } from './measure.ts'

const perSecond = 100
const answersInAll = 500

/** Operation 9: answers arrive one by one, 100 a second; how long until each can be seen by a ranking. */
export async function arrivals(stores: Stores, dictionary: Dictionary): Promise<string> {
  const table = `${tableOf(dictionary.survey)}`
  const arrived = new Map<number, number>()
  const seen: number[] = []
  const visible = async () =>
    Number(
      (await stores.clickhouse.read<[string]>(`SELECT count() FROM ${table} FINAL WHERE day = '2100-01-01'`))[0]?.[0],
    )
  const before = await visible()
  const run = `${process.pid}-${Math.round(performance.now())}`
  let done = false
  const watching = (async () => {
    while (seen.length < answersInAll && !done) {
      const count = (await visible()) - before
      const now = performance.now()
      while (seen.length < count) seen.push(now - (arrived.get(seen.length) ?? now))
      await pause(2)
    }
  })()
  const start = performance.now()
  for (let i = 0; i < answersInAll; i++) {
    await pause(Math.max(0, start + (i * 1000) / perSecond - performance.now()))
    await storeInterviews(stores, dictionary, one(`${run}-${i}`), { import: 'bench' })
    arrived.set(i, performance.now())
  }
  const limit = setTimeout(() => {
    done = true
  }, 20_000)
  await watching
  clearTimeout(limit)
  const { median, p95 } = summary(seen)
  const rate = answersInAll / ((performance.now() - start) / 1000)
  return `9 · answer arrives → visible: ${seen.length} of ${answersInAll} answers at ${rate.toFixed(0)}/s, median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal ≤ 1 s)`
}

async function* one(key: string) {
  yield { key, answers: { visited: '2100-01-01', store: 'store-0001', recommend: 9, s1: 5 } }
}
