import { rm } from 'node:fs/promises'
import { hearAtOnce, inEffect, keyForAnswers, sendUntilTaken } from '@kaiku/e2e/bad-visits.ts'
import { openBrowser } from '@kaiku/e2e/browser.ts'
import { doorOf } from '@kaiku/e2e/door.ts'
import { call, copyOfSample, enterAs, freePort, type Running, reach, runKaiku, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { choose } from '@kaiku/e2e/people.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeNewerKaiku, newerStep } from './newer-kaiku.ts'
import { type Gate, openGate } from './proxy.ts'

type Part = 'stores' | 'web' | 'work'

let newer: string
let data: string
let gate: Gate
let ports: readonly [older: number, newer: number]
const running: Running[] = []
beforeAll(async () => {
  newer = await makeNewerKaiku()
  data = await copyOfSample()
  ports = [await freePort(), await freePort()]
  gate = await openGate(ports)
})
afterAll(async () => {
  for (const one of running.reverse()) await one.stop()
  await gate?.close()
  for (const made of [newer, data]) if (made) await rm(made, { recursive: true, force: true })
})

async function start(part: Part, version: 'older' | 'newer'): Promise<Running> {
  const environment = { PUBLIC_URL: gate.address, TRUST_PROXY: 'loopback' }
  const of = version === 'newer' ? { of: newer, port: ports[1] } : { port: ports[0] }
  const started = await startKaiku(Object.assign({ sample: false, part, data, environment }, of))
  running.push(started)
  return started
}

const overview = '/page/overview/store-visits/region,all'
const ownScript = 'script[src^="/assets/"]'

it('is upgraded process by process while people and programs go on', async () => {
  await start('stores', 'older')
  const olderWork = await start('work', 'older')
  const olderWeb = await start('web', 'older')
  const all = reach({ address: gate.address, data })
  const key = await keyForAnswers(all)
  const mikko = await enterAs(all, 'mikko', 'sample')
  await hearAtOnce(olderWeb, mikko)
  const taken = [await sendUntilTaken(gate.address, key, 'before')]
  const browser = await openBrowser()
  const stores = await openStores({ data, own: 'never' })
  try {
    const open = doorOf(all, browser, 'aino', 'sample')
    const before = await open(overview, 'desk')
    await before.page.getByRole('region', { name: /^NPS/ }).first().waitFor()

    await olderWork.stop()
    expect((await runKaiku(['migrate', '--data', data], {}, newer)).out).toContain(newerStep)
    const newerWeb = await start('web', 'newer')
    const seen = new Set<string | null>()
    const among = await open(overview, 'desk')
    for (let loads = 0; loads < 6; loads++) {
      await among.page.reload()
      await among.page.getByRole('region', { name: /^NPS/ }).first().waitFor()
      seen.add(await among.page.locator(ownScript).first().getAttribute('src'))
    }
    expect(seen.size).toBe(2)
    for (let at = 0; at < 4; at++) taken.push(await sendUntilTaken(gate.address, key, `among-${at}`))
    for (const web of [olderWeb, newerWeb]) await call(web, mikko, 'vuejs/surveys/list/sample')

    await start('work', 'newer')
    await olderWeb.stop()
    taken.push(await sendUntilTaken(gate.address, key, 'after'))
    const n = taken.length
    const once = { interviews: n, alerts: n, alerted: n, mails: n }
    await expect.poll(() => inEffect(stores, taken), { timeout: 60_000 }).toEqual(once)

    // A page of the build that has gone goes on to screens that it has not loaded.
    const fetched: string[] = []
    before.page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname))
    await before.page.evaluate('window.isOfBefore = true')
    await choose(before.page, 'Users')
    await before.page.getByRole('heading', { level: 1, name: /^Users/ }).waitFor()
    await before.page.getByRole('link', { name: 'Mikko' }).first().waitFor()
    expect(fetched.filter((path) => path.startsWith('/assets/'))).not.toEqual([])
    expect(await before.page.evaluate('window.isOfBefore')).toBe(true)
    expect([...among.faults, ...before.faults]).toEqual([])

    const again = await startKaiku({ sample: false, part: 'web', data, port: ports[0] }).catch(String)
    expect(again).toContain(`a newer Kaiku has written here (it took the step ${newerStep})`)
  } finally {
    await stores.close()
    await browser.close()
  }
})
