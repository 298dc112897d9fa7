import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hearAtOnce, inEffect, keyForAnswers, sendUntilTaken } from './bad-visits.ts'
import { enterAs, type Running, startKaiku } from './kaiku.ts'
import { listenOn } from './live-stream.ts'

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
    const key = await keyForAnswers(first)
    const mikko = await enterAs(first, 'mikko', 'sample')
    await hearAtOnce(first, mikko)
    const stream = await listenOn(first.address, mikko)

    const taken: string[] = []
    let next = 0
    const sending = Array.from({ length: senders }, async () => {
      while (next < answers) taken.push(await sendUntilTaken(first.address, key, `crash-${next++}`))
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
    expect(stream.connections()).toBeGreaterThan(deaths.length)
    stream.stop()
  }, 600_000)
})
