import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '@kaiku/server/app/app.ts'
import { readConfiguration } from '@kaiku/server/configuration/configuration.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { type Dictionary, tableOf } from '@kaiku/server/dictionary/dictionary.ts'
import { catchUp } from '@kaiku/server/feed/feed.ts'
import { createUniverseKey } from '@kaiku/server/universe-key/universe-key.ts'
import { fetchPatiently } from './ask.ts'
import { summary } from './measure.ts'

export const perSecond = 100
/** So many answers may be on their way at once. */
const senders = 32
/** Milliseconds in which the last one is waited for. */
const patience = 20_000

/**
 * Operation 9: answers are sent to the public API one by one, 100 a second; how long from sending one until a ranking can
 * see it. Answers are told apart by number only: the n-th to be acknowledged is the n-th to be seen.
 */
export async function arrivals(stores: Stores, dictionary: Dictionary): Promise<string> {
  const app = await buildApp(stores, readConfiguration({}, { data: stores.directory }))
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    await catchUp(stores)
    return await measureArrivals(stores, dictionary, { address, answers: 500, look: 2 })
  } finally {
    await app.close()
  }
}

type Send = (externalId: string) => Promise<void>

async function sender(stores: Stores, { universe, extName }: Dictionary, address: string): Promise<Send> {
  const by = { universe, userId: null, name: 'bench', actingAs: null, address: '' }
  const settings = { label: 'bench', scopes: ['interviews:write'] }
  const { token } = await createUniverseKey(stores, universe, settings, by)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (externalId) => {
    const answers = { visited: '2100-01-01', store: 'store-0001', recommend: 9, s1: 5 }
    const body = JSON.stringify({ externalId, answers })
    const url = `${address}/api/v1/surveys/${extName}/interviews`
    const reply = await fetchPatiently(url, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
}

type Sending = {
  readonly address: string
  readonly answers: number
  /** Milliseconds between two looks at what can be seen. */
  readonly look: number
}

/** Sends so many answers to a Kaiku and waits until all are seen; as a sentence. */
export async function measureArrivals(
  stores: Stores,
  dictionary: Dictionary,
  { address, answers: answersInAll, look }: Sending,
): Promise<string> {
  const send = await sender(stores, dictionary, address)
  const sql = `SELECT sum(sign) FROM ${tableOf(dictionary.survey)} WHERE day = '2100-01-01'`
  const visible = async () => Number((await stores.clickhouse.read<[string]>(sql))[0]?.[0])
  const before = await visible()
  const run = `${process.pid}-${Math.round(performance.now())}`
  /** When those that are acknowledged were sent, and how long each took: to be acknowledged, to be seen. */
  const sent: number[] = []
  const acknowledged: number[] = []
  const seen: number[] = []
  let isOver = false
  const watching = (async () => {
    while (seen.length < answersInAll && !isOver) {
      const count = (await visible()) - before
      const now = performance.now()
      while (seen.length < Math.min(count, sent.length)) seen.push(now - (sent[seen.length] ?? now))
      await pause(look)
    }
  })()
  const start = performance.now()
  const work = async (first: number) => {
    for (let i = first; i < answersInAll; i += senders) {
      await pause(Math.max(0, start + (i * 1000) / perSecond - performance.now()))
      const at = performance.now()
      await send(`${run}-${i}`)
      acknowledged.push(performance.now() - at)
      sent.push(at)
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, first) => work(first)))
  const rate = answersInAll / ((performance.now() - start) / 1000)
  const limit = setTimeout(() => {
    isOver = true
  }, patience)
  await watching
  clearTimeout(limit)
  const twice = (await visible()) - before - answersInAll
  const [answer, shown] = [summary(acknowledged), summary(seen)]
  return `9 · answer sent to the API → visible: ${seen.length} of ${answersInAll} answers (${twice} too many) at ${rate.toFixed(0)}/s by ${senders} senders, acknowledged in median ${answer.median.toFixed(0)} ms, p95 ${answer.p95.toFixed(0)} ms, visible in median ${shown.median.toFixed(0)} ms, p95 ${shown.p95.toFixed(0)} ms (goal ≤ 1 s)`
}
