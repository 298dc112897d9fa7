import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyForAnswers, sendUntilTaken } from '@kaiku/e2e/bad-visits.ts'
import { figuresOf } from '@kaiku/e2e/figures.ts'
import { call, enterAs, type Running, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sample } from './world.ts'

let stores: Running
let older: Running
let newer: Running | null = null
const others: Running[] = []
beforeAll(async () => {
  stores = await startKaiku({ sample: true, part: 'stores' })
  const { data } = stores
  others.push(await startKaiku({ sample: false, part: 'work', data }))
  older = await startKaiku({ sample: false, part: 'web', data })
}, 900_000)
afterAll(async () => {
  await newer?.stop()
  await older?.kill()
  for (const one of others) await one.stop()
  await stores?.stop()
}, 120_000)

const next = ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./newer-web.ts', import.meta.url))]

it('two versions of web answer alike beside each other, and the older is not started again', async () => {
  const { data } = stores
  const key = await keyForAnswers(older)
  const aino = await enterAs(older, 'aino', 'sample')
  const at = (web: Running) => figuresOf(web.address, `Bearer ${aino.authToken}`, aino.universe, sample)
  const before = (await at(older).count('region,all')) ?? 0

  // Somebody goes on working at the older one all the time.
  const statuses: number[] = []
  let isOver = false
  const asking = (async () => {
    const headers = { authorization: `Bearer ${aino.authToken}`, 'kaiku-universe': aino.universe }
    const paths = [`result/place/${sample}/region,all`, 'role/list', `vuejs/alerts/list/${sample}/region,all`]
    for (let times = 0; !isOver; times++) {
      const path = paths[times % paths.length]
      statuses.push((await fetch(`${older.address}/api/${path}`, { headers })).status)
      await pause(50)
    }
  })()
  newer = await startKaiku({ sample: false, part: 'web', data, program: next })

  // Nobody is signed out, wherever they signed in.
  const clara = await enterAs(newer, 'clara', 'sample')
  for (const web of [older, newer])
    for (const who of [aino, clara]) expect(await call(web, who, 'vuejs/surveys/list/sample')).toBeTruthy()

  // What comes in by either is in the figures of both.
  for (let n = 0; n < 6; n++) await sendUntilTaken((n % 2 === 0 ? older : newer).address, key, `upgrade-${n}`)
  for (const web of [older, newer]) await expect.poll(() => at(web).count('region,all')).toBe(before + 6)

  // What is published by one is known to the other.
  const property = `vuejs/surveys/metaproperty/${sample}`
  const webs = [older, newer]
  for (const [turn, web] of webs.entries()) {
    const { version } = await call<{ version: number }>(web, aino, property)
    const change = { property: 'title', locale: 'en', value: `Version ${turn}` }
    const made = await call<{ version: number }>(web, aino, property, { question: 'recommend', version, change })
    expect(made.version).toBe(version + 1)
    for (const one of webs)
      await expect.poll(async () => (await call<{ version: number }>(one, aino, property)).version).toBe(made.version)
  }

  isOver = true
  await asking
  // A machine with too much to do asks to be asked again; nothing else is said.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10)

  // Once it has ended, an older one says what has to be done, and the newer goes on.
  await older.kill()
  await expect(startKaiku({ sample: false, part: 'web', data })).rejects.toThrow(
    /a newer Kaiku has written here \(it took the step 9999-newer\): update this one/,
  )
  expect(await at(newer).count('region,all')).toBe(before + 6)
}, 900_000)
