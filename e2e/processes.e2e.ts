import { openStores, type Stores } from '@kaiku/server/db/stores.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hearAtOnce, inEffect, keyForAnswers, sendUntilTaken } from './bad-visits.ts'
import { call, copyOfSample, enterAs, freePort, type Running, runKaiku, startKaiku } from './kaiku.ts'

type Part = 'stores' | 'web' | 'work'

let data: string
let port: number
let address: string
const parts = new Map<Part, Running>()
const start = async (part: Part) => void parts.set(part, await startKaiku({ sample: false, part, data, port }))
const process = (part: Part): Running => {
  const found = parts.get(part)
  if (!found) throw new Error(`${part} was never started`)
  return found
}

beforeAll(async () => {
  data = await copyOfSample()
  port = await freePort()
  address = `http://localhost:${port}`
  for (const part of ['stores', 'web', 'work'] as const) await start(part)
})
afterAll(async () => {
  for (const part of ['work', 'web', 'stores'] as const) await parts.get(part)?.stop()
})

/** Each of these answers has one alert and one mail. */
async function expectTold(stores: Stores, interviews: readonly string[]) {
  const n = interviews.length
  const once = { interviews: n, alerts: n, alerted: n, mails: n }
  await expect.poll(() => inEffect(stores, interviews), { timeout: 60_000 }).toEqual(once)
}
const untold = (interviews: number) => ({ interviews, alerts: 0, alerted: 0, mails: 0 })

describe('a Kaiku of three processes', () => {
  it('goes on whichever of them is killed: what waits is done once, and nobody is signed out', async () => {
    const key = await keyForAnswers(process('web'))
    const mikko = await enterAs(process('web'), 'mikko', 'sample')
    await hearAtOnce(process('web'), mikko)
    // Their data states go on while answers come.
    const surveys = async () =>
      (await call<{ extName: string }[]>(process('web'), mikko, 'vuejs/surveys/list/sample')).map((one) => one.extName)
    const before = await surveys()
    const send = (name: string) => sendUntilTaken(address, key, name)
    const taken = [await send('all-run')]
    const stores = await openStores({ data, own: 'never' })
    try {
      await expectTold(stores, taken)

      await process('work').kill()
      const waiting = [await send('no-work-1'), await send('no-work-2')]
      expect(await inEffect(stores, waiting)).toEqual(untold(2))
      await start('work')
      await expectTold(stores, [...taken, ...waiting])

      await process('web').kill()
      await expect(surveys()).rejects.toThrow()
      await start('web')
      expect(await surveys()).toEqual(before)
      await expectTold(stores, [...taken, ...waiting, await send('new-web')])
    } finally {
      await stores.close()
    }
  })

  it('ends with the stores, to be started again', async () => {
    const mikko = await enterAs(process('web'), 'mikko', 'sample')
    await process('stores').kill()
    expect([await process('web').ended, await process('work').ended]).toEqual([1, 1])
    expect(process('work').printed()).toContain('the process of the stores has ended')
    const alone = await runKaiku(['work', '--data', data])
    expect(alone.code).toBe(1)
    expect(alone.err).toContain('start "kaiku stores" first')

    for (const part of ['stores', 'web', 'work'] as const) await start(part)
    await call(process('web'), mikko, 'vuejs/surveys/list/sample')
  })
})
