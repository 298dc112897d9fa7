import { setTimeout as pause } from 'node:timers/promises'
import { storeInterviews } from '@kaiku/server/import/import.ts'
import type { Stores } from '@kaiku/server/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/survey/dictionary.ts'
import { summary } from './measure.ts'

const perSecond = 100
const answersInAll = 500
/** So many answers may be on their way at once, as from a web server. */
const writers = 8

/**
 * Operation 9: answers arrive one by one, 100 a second, each in a transaction of its own; how long until each can be
 * seen by a ranking. Answers are told apart by number only: the n-th to be committed is the n-th to be seen.
 */
export async function arrivals(stores: Stores, dictionary: Dictionary): Promise<string> {
  const table = `${tableOf(dictionary.survey)}`
  const committed: number[] = []
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
      while (seen.length < count) seen.push(now - (committed[seen.length] ?? now))
      await pause(2)
    }
  })()
  const start = performance.now()
  const write = async (first: number) => {
    for (let i = first; i < answersInAll; i += writers) {
      await pause(Math.max(0, start + (i * 1000) / perSecond - performance.now()))
      await storeInterviews(stores, dictionary, one(`${run}-${i}`), { import: 'bench' })
      committed.push(performance.now())
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, first) => write(first)))
  const rate = answersInAll / ((performance.now() - start) / 1000)
  const limit = setTimeout(() => {
    done = true
  }, 20_000)
  await watching
  clearTimeout(limit)
  const { median, p95 } = summary(seen)
  return `9 · answer arrives → visible: ${seen.length} of ${answersInAll} answers, committed at ${rate.toFixed(0)}/s by ${writers} writers, median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal ≤ 1 s)`
}

async function* one(key: string) {
  yield { key, answers: { visited: '2100-01-01', store: 'store-0001', recommend: 9, s1: 5 } }
}
