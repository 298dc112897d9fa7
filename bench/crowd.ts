import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@kaiku/contract/session.ts'
import { enterAs, type Running, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { type LiveListener, listenOn } from '@kaiku/e2e/live-stream.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { findSurvey } from '@kaiku/server/survey/survey.ts'
import { findUniverse } from '@kaiku/server/universe/universe.ts'
import { measureArrivals, perSecond } from './arrival.ts'
import { summary } from './measure.ts'

const people = 50
/** Seconds that somebody looks at a page before the next click. */
const thinking = { shortest: 4, longest: 12 }

/** Pages as somebody asks for them: everything, a region, a store, a filter. */
const places = [
  () => 'region,all',
  (at: number) => `region,all,region-${String(1 + (at % 50)).padStart(2, '0')}`,
  (at: number) => `region,all;channel=channel${at % 4}`,
  (at: number) => `region,all,region-${String(1 + (at % 50)).padStart(2, '0')};segment=segment${at % 6}`,
]
const components = [
  { type: 'IndicatorTiles', spark: true },
  { type: 'Trend', indicators: ['nps'], by: 'month' },
  { type: 'RankingTableComponent', of: 'children', spark: false },
]

/** Milliseconds until each part of a page was there, by its name. */
type Clicks = { readonly taken: Map<string, number[]>; readonly refused: string[] }

/** For so many minutes people click and programs send answers, 100 a second, to a Kaiku on this data directory. */
export async function crowd(data: string, minutes: number): Promise<string[]> {
  const running = await startKaiku({ sample: false, data })
  // Attached to the stores of the one that runs.
  const stores = await openStores({ data })
  try {
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const viewer = await enterAs(running, 'bench-viewer', 'bench')
    const universe = await findUniverse(stores, 'bench')
    if (!universe) throw new Error('there is no universe bench')
    const dictionary = await findSurvey(stores, universe.id, 'bench')
    const streams = await Promise.all(Array.from({ length: people }, () => listenOn(running.address, viewer)))
    const clicks: Clicks = { taken: new Map(), refused: [] }
    const over = new AbortController()
    const clicking = Array.from({ length: people }, (_, who) => clickOn(running, viewer, who, clicks, over.signal))
    const arrived = await measureArrivals(stores, dictionary, {
      address: running.address,
      answers: minutes * 60 * perSecond,
      look: 50,
    })
    over.abort()
    await Promise.all(clicking)
    const heard = heardOf(streams)
    return [`${minutes} minutes beside ${people} people: ${arrived}`, clicksOf(clicks), heard]
  } finally {
    await stores.close()
    await running.stop()
  }
}

/** One person's clicks: each waits for the whole page, its header and its filters among it, then looks at it. */
async function clickOn(running: Running, viewer: Identity, who: number, { taken, refused }: Clicks, over: AbortSignal) {
  const look = () => pause(1000 * (thinking.shortest + Math.random() * (thinking.longest - thinking.shortest)))
  const headers = { authorization: `Bearer ${viewer.authToken}`, 'kaiku-universe': viewer.universe }
  await pause(Math.random() * 1000 * thinking.longest)
  for (let at = who; !over.aborted; at += 7) {
    const path = encodeURIComponent(places[at % places.length]?.(at) ?? '')
    const start = performance.now()
    const ask = async (part: string, url: string, body?: object) => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      const type = body && { 'content-type': 'application/json' }
      const reply = await fetch(`${running.address}/api/${url}`, { ...sent, headers: { ...headers, ...type } })
      const text = await reply.text()
      note(taken, part, performance.now() - start)
      if (!reply.ok || text.includes('"Failed"')) refused.push(`${reply.status} ${url}: ${text.slice(0, 200)}`)
    }
    await Promise.all([
      ask('figures', `result/query/bench/${path}?compare=previous`, { components }),
      ask('header', `result/place/bench/${path}`),
      ask('filters', `vuejs/filters/list/bench/standard?path=${path}`),
    ])
    note(taken, 'whole page', performance.now() - start)
    await look()
  }
}

const note = (taken: Map<string, number[]>, part: string, milliseconds: number) =>
  taken.set(part, [...(taken.get(part) ?? []), milliseconds])

function clicksOf({ taken, refused }: Clicks): string {
  const parts = [...taken].map(([part, times]) => {
    const { median, p95, runs } = summary(times)
    return `${part} median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${runs}`
  })
  const [first] = refused
  return `pages of three components with header and filters meanwhile, one by each person every ${thinking.shortest} to ${thinking.longest} s: ${parts.join('; ')} (goal: p95 ≤ 500 ms); ${refused.length} refused${first === undefined ? '' : ` (${first})`}`
}

function heardOf(streams: readonly LiveListener[]): string {
  const told = streams.map((stream) => stream.told.length)
  for (const stream of streams) stream.stop()
  return `${people} open streams of events: each told ${Math.min(...told)} to ${Math.max(...told)} times, ${streams.filter((one) => one.connections() > 1).length} had to connect anew`
}
