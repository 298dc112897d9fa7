import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { enterAs, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { inUniverse } from '@kaiku/server/db/postgres.ts'
import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import type { Dictionary } from '@kaiku/server/dictionary/dictionary.ts'
import { publish } from '@kaiku/server/publishing/definition.ts'
import { readFiles } from '@kaiku/server/survey/stored-survey.ts'
import { findSurvey } from '@kaiku/server/survey/survey.ts'
import { findUniverse } from '@kaiku/server/universe/universe.ts'
import { summary } from './measure.ts'
import { clicksOf, clickTogether, noClicks } from './people.ts'
import { processorTime } from './processor-time.ts'

const people = 50
/** Of one page, so that an answer is one opening and one post. */
const form = {
  id: 'load',
  title: 'Load',
  open: true,
  pages: [{ parts: [{ question: 'recommend' }, { question: 'basket' }] }],
}

type Sent = { readonly acknowledged: number[]; readonly refused: Map<string, number>; readonly taken: number[] }

/**
 * For so many seconds so many answers a second come to the form of the benchmark's survey, beside people who look at it. Each
 * says a number of its own, by which it is found again.
 */
export async function formLoad(data: string, seconds: number, perSecond: number): Promise<string[]> {
  const stores = await openStores({ data, own: 'must', migrate: true })
  try {
    const dictionary = await benchOf(stores)
    const files = await inUniverse(stores.pool, dictionary.universe, (client) => readFiles(client, dictionary))
    const forms = new Map([...files, ['forms.json', JSON.stringify({ forms: [form] })]])
    await publish(stores, dictionary.universe, forms, 'bench')
  } finally {
    await stores.close()
  }
  const running = await startKaiku({ sample: false, data, environment: { TRUST_PROXY: '127.0.0.1' } })
  const attached = await openStores({ data })
  try {
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const viewer = await enterAs(running, 'bench-viewer', 'bench')
    const dictionary = await benchOf(attached)
    const before = await countOf(attached, dictionary)
    const clicks = noClicks()
    const over = new AbortController()
    const clicking = clickTogether(running, viewer, people, clicks, over.signal)
    const sent: Sent = { acknowledged: [], refused: new Map(), taken: [] }
    const first = (Math.floor(Date.now() / 1000) % 1_000_000) * 100_000
    const start = performance.now()
    const used = processorTime(running.pid)
    const all: Promise<void>[] = []
    for (let number = 0; number < seconds * perSecond; number++) {
      const due = start + (1000 * number) / perSecond
      if (due > performance.now()) await pause(due - performance.now())
      all.push(answer(running.address, first + number, sent))
    }
    await Promise.all(all)
    const took = (performance.now() - start) / 1000
    const spent = processorTime(running.pid)
    const each = (total: number) => (total / sent.acknowledged.length).toFixed(1)
    over.abort()
    await clicking
    return [
      `${seconds * perSecond} answers of a form in ${took.toFixed(1)} s (${perSecond} a second wanted): ${sent.acknowledged.length} acknowledged, refused ${JSON.stringify(Object.fromEntries(sent.refused))}; from opening to thanks ${summaryText(sent.taken)}`,
      `processor for each, with all that people asked meanwhile: ${each(spent.own - used.own)} ms of Kaiku, ${each(spent.stores - used.stores)} ms of PostgreSQL and ClickHouse`,
      await checked(attached, dictionary, sent.acknowledged, before),
      clicksOf(clicks),
    ]
  } finally {
    agent.destroy()
    await attached.close()
    await running.stop()
  }
}

async function benchOf(stores: Stores): Promise<Dictionary> {
  const universe = await findUniverse(stores, 'bench')
  if (!universe) throw new Error('there is no universe bench')
  return findSurvey(stores, universe.id, 'bench')
}

const summaryText = (taken: readonly number[]) => {
  if (taken.length === 0) return 'never'
  const { median, p95 } = summary([...taken])
  return `${median.toFixed(0)} ms in the middle, ${p95.toFixed(0)} ms for the slowest twentieth`
}

type Asked = { readonly method?: 'POST'; readonly headers: Record<string, string>; readonly body?: string }

/** As many connections as browsers would keep open; those who send must not cost more than those who answer. */
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/** `fetch` takes more of the processor than what it asks. */
function ask(address: string, { method, headers, body }: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, method, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Opens the form and answers it as a browser does. Addresses are of a network for examples: each may begin so many. */
async function answer(address: string, number: number, { acknowledged, refused, taken }: Sent): Promise<void> {
  const begun = performance.now()
  const headers = { 'x-forwarded-for': `198.18.${(number >> 8) & 255}.${number & 255}` }
  const refuse = (why: string) => void refused.set(why, (refused.get(why) ?? 0) + 1)
  try {
    const opened = await ask(`${address}/form/bench/bench?form=${form.id}`, { headers })
    if (opened.status !== 200) return refuse(`opening: ${opened.status}`)
    const fields = [...opened.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    const action = /<form method="post" action="([^"]+)"/.exec(opened.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const body = new URLSearchParams([...fields, ['q.recommend', '9'], ['q.basket', String(number)], ['act', 'next']])
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { method: 'POST', headers: Object.assign(type, headers), body: body.toString() } as const
    const { status } = await ask(`${address}${action}`, sent)
    if (status !== 200) return refuse(`answer: ${status}`)
    acknowledged.push(number)
    taken.push(performance.now() - begun)
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
  }
}

async function countOf({ service }: Stores, { universe, survey }: Dictionary): Promise<number> {
  const { rows } = await service.query(
    'select count(*)::int as count from interview where universe = $1 and survey = $2',
    [universe, survey],
  )
  return Number(rows[0].count)
}

/** Throws where an answer that was acknowledged is missing or there twice. Numbers with two decimals are kept as hundredths. */
async function checked(stores: Stores, dictionary: Dictionary, acknowledged: readonly number[], before: number) {
  const { rows } = await stores.service.query(
    `select given.number, count(i.number)::int as found from unnest($3::float8[]) given(number)
     left join (select number, (answers ->> 'basket')::float8 / 100 as basket from interview
       where universe = $1 and survey = $2 and row_key like '%form:%') i on i.basket = given.number
     group by given.number having count(i.number) <> 1`,
    [dictionary.universe, dictionary.survey, acknowledged],
  )
  const added = (await countOf(stores, dictionary)) - before
  if (rows.length > 0)
    throw new Error(
      `of ${acknowledged.length} acknowledged answers ${rows.length} are not there once: ${JSON.stringify(rows.slice(0, 3))}`,
    )
  return `each of ${acknowledged.length} acknowledged answers is there once; ${added} interviews more than before`
}
