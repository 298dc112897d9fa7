import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, enterAs, type Running, startKaiku } from './kaiku.ts'
import { listenOn } from './live-stream.ts'

const survey = 'store-visits'
const kamppi = 'fi-uusimaa-helsinki-kamppi'
const senders = 6
/** When so many answers are acknowledged, Kaiku dies. */
const deaths = [60, 150, 240]
const answers = 300

let first: Running
let running: Running
beforeAll(async () => {
  first = running = await startKaiku({ sample: true })
})
afterAll(async () => {
  if (running !== first) await running.stop()
  await first?.stop()
})

/** Kaiku dies as when the power goes, and is started again at the same address. */
async function dieAndRise() {
  await running.kill()
  running = await startKaiku({ sample: false, data: first.data, port: Number(new URL(first.address).port) })
}

/** Sends an answer until it is acknowledged, as the documentation of the API asks. */
async function sendUntilTaken(key: string, externalId: string) {
  const visited = new Date().toISOString().slice(0, 10)
  for (;;) {
    const reply = await fetch(`${first.address}/api/v1/surveys/${survey}/interviews`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      body: JSON.stringify({ externalId, answers: { visited, store: kamppi, recommend: 0, satisfaction: 1 } }),
    }).catch(() => null)
    if (reply?.ok) return ((await reply.json()) as { interviewId: string }).interviewId
    if (reply && reply.status < 500) throw new Error(`${externalId}: ${reply.status} ${await reply.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** How many of these interviews there are, how many alerts about them, and mails about those. */
async function inEffect({ service }: Stores, interviews: readonly string[]) {
  const { rows } = await service.query<Record<'interviews' | 'alerts' | 'alerted' | 'mails', number>>(
    `with sent as (select number from interview where id = any($1::uuid[])),
       raised as (select a.id, a.interview from alert a join sent s on s.number = a.interview)
     select (select count(*)::int from sent) as interviews, (select count(*)::int from raised) as alerts,
       (select count(distinct interview)::int from raised) as alerted,
       (select count(*)::int from raised r join mailbox m on m.about @> array[r.id]) as mails`,
    [interviews],
  )
  return rows[0]
}

/** What open screens are to be told about alerts of these interviews, as it is named in their stream. */
async function eventsAbout({ service }: Stores, interviews: readonly string[]) {
  const { rows } = await service.query<{ id: string }>(
    `select e.tx || '-' || e.seq as id from live_event e
     join alert a on a.id = (e.detail ->> 'alertId')::uuid join interview i on i.number = a.interview
     where e.kind = 'alert' and i.id = any($1::uuid[])`,
    [interviews],
  )
  return rows.map(({ id }) => id)
}

describe('a Kaiku that is killed while answers arrive', () => {
  it('has every acknowledged answer once, one alert and one mail for each, and no gap in what open screens are told', async () => {
    const made = await first.kaiku(
      ...['key', 'create', 'crash', '--api', '--scope', 'interviews:write', '--universe', 'sample'],
    )
    const key = /kaiku_api_\S+/.exec(made.out)?.[0] ?? ''
    const mikko = await enterAs(first, 'mikko', 'sample')
    const modes = { raised: 'immediate', assigned: 'immediate', escalated: 'off', overdue: 'off', mentioned: 'off' }
    await call(first, mikko, 'account/notifications', { modes, digestHour: 8, timeZone: 'Europe/Helsinki' }, 'PUT')
    const stream = await listenOn(first.address, mikko)

    const taken: string[] = []
    let next = 0
    const sending = Array.from({ length: senders }, async () => {
      while (next < answers) taken.push(await sendUntilTaken(key, `crash-${next++}`))
    })
    for (const death of deaths) {
      await expect.poll(() => taken.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(death)
      await dieAndRise()
    }
    await Promise.all(sending)
    expect(new Set(taken).size).toBe(answers)

    const stores = await openStores({ data: first.data })
    try {
      const once = { interviews: answers, alerts: answers, alerted: answers, mails: answers }
      await expect.poll(() => inEffect(stores, taken), { timeout: 60_000 }).toEqual(once)
      const events = await eventsAbout(stores, taken)
      expect(events.length).toBeGreaterThan(deaths.length)
      const untold = () => events.filter((id) => stream.told.every((one) => one.id !== id)).length
      await expect.poll(untold, { timeout: 30_000 }).toBe(0)
    } finally {
      await stores.close()
    }
    expect(new Set(stream.told.map(({ id }) => id)).size).toBe(stream.told.length)
    expect(stream.begun()).toBe(1)
    expect(stream.connections()).toBe(1 + deaths.length)
    stream.stop()
  }, 240_000)
})
