import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@kaiku/contract/session.ts'
import type { Reached } from '@kaiku/e2e/kaiku.ts'
import { summary } from './measure.ts'

/** Seconds that somebody looks at a page before the next click. */
const thinking = { shortest: 4, longest: 12 }

/** A survey and pages of it as somebody asks for them. */
export type Looked = { readonly survey: string; readonly places: readonly ((at: number) => string)[] }
/** Everything, a region, a store, a filter. */
const places: Looked['places'] = [
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
export type Clicks = { readonly taken: Map<string, number[]>; readonly refused: string[] }
export const noClicks = (): Clicks => ({ taken: new Map(), refused: [] })

/** People who look at a survey until it is over; each waits for a whole page, then looks at it. */
export const clickTogether = (
  running: Reached,
  viewer: Identity,
  people: number,
  clicks: Clicks,
  over: AbortSignal,
  looked: Looked = { survey: 'bench', places },
) => Promise.all(Array.from({ length: people }, (_, who) => clickOn(running, viewer, who, clicks, over, looked)))

/** One person's clicks: each waits for the whole page, its header and its filters among it. */
async function clickOn(
  running: Reached,
  viewer: Identity,
  who: number,
  { taken, refused }: Clicks,
  over: AbortSignal,
  { survey, places: some }: Looked,
) {
  const look = () => pause(1000 * (thinking.shortest + Math.random() * (thinking.longest - thinking.shortest)))
  const headers = { authorization: `Bearer ${viewer.authToken}`, 'kaiku-universe': viewer.universe }
  await pause(Math.random() * 1000 * thinking.longest)
  for (let at = who; !over.aborted; at += 7) {
    const path = encodeURIComponent(some[at % some.length]?.(at) ?? '')
    const start = performance.now()
    const ask = async (part: string, url: string, body?: object) => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      const type = body && { 'content-type': 'application/json' }
      const reply = await fetch(`${running.address}/api/${url}`, { ...sent, headers: { ...headers, ...type } }).catch(
        () => null,
      )
      // Whoever gets no connection at all waits as long, and has nothing.
      if (!reply) return void refused.push(`no connection: ${url}`)
      const text = await reply.text()
      note(taken, part, performance.now() - start)
      if (!reply.ok || text.includes('"Failed"')) refused.push(`${reply.status} ${url}: ${text.slice(0, 200)}`)
    }
    await Promise.all([
      ask('figures', `result/query/${survey}/${path}?compare=previous`, { components }),
      ask('header', `result/place/${survey}/${path}`),
      ask('filters', `vuejs/filters/list/${survey}/standard?path=${path}`),
    ])
    note(taken, 'whole page', performance.now() - start)
    await look()
  }
}

const note = (taken: Map<string, number[]>, part: string, milliseconds: number) =>
  taken.set(part, [...(taken.get(part) ?? []), milliseconds])

/** How soon the pages were there, as a sentence. */
export function clicksOf({ taken, refused }: Clicks): string {
  const parts = [...taken].map(([part, times]) => {
    const { median, p95, runs } = summary(times)
    return `${part} median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${runs}`
  })
  const [first] = refused
  return `pages of three components with header and filters meanwhile, one by each person every ${thinking.shortest} to ${thinking.longest} s: ${parts.join('; ')} (goal: p95 ≤ 500 ms); ${refused.length} refused${first === undefined ? '' : ` (${first})`}`
}
