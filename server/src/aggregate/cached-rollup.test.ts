import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inUniverse } from '../db/postgres.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import {
  addInterviews,
  definition,
  type Fixture,
  filesOf,
  moveInterviews,
  openFixture,
  removeInterviews,
} from '../feed/survey.fixture.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { publish } from '../publishing/definition.ts'
import { type CachedRollup, cachedRollup } from './cached-rollup.ts'
import { dataState } from './data-state.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await addInterviews(fixture, 0, 2000)
  await catchUp(fixture.stores)
})
afterAll(() => fixture.close())

const view = 1

async function asked() {
  const { stores, universe, survey } = fixture
  return cachedRollup(stores.clickhouse, { universe, survey, view, state: await dataState(stores, survey) })
}

/** As it is once the first who asked has had it read. */
async function held(): Promise<CachedRollup> {
  for (;;) {
    const found = await asked()
    if (found) return found
    await pause(20)
  }
}

const linesOf = (found: CachedRollup) =>
  [...found].flatMap(([hash, { leaf, month, sums }]) =>
    leaf.flatMap((one, at) =>
      sums[0][at] === 0 ? [] : [`${hash} ${one} ${month[at]} ${sums.map((sum) => sum[at]).join(' ')}`],
    ),
  )

async function stored(): Promise<string[]> {
  const { rolled } = await dataState(fixture.stores, fixture.survey)
  const rows = await fixture.stores.clickhouse.read(
    `select toString(indicator), leaf, month, n, W, W2, S, SS from ${rollupTableOf(fixture.survey)} final
     where view = ${view} and n != 0`,
  )
  return rows.filter(([hash]) => rolled.has(String(hash))).map((row) => row.join(' '))
}

async function expectStored(found: CachedRollup | null) {
  const lines = await stored()
  expect(lines.length).toBeGreaterThan(100)
  expect(found && linesOf(found).sort()).toEqual(lines.sort())
}

describe('the roll-up in memory', () => {
  it('is read once somebody has asked', async () => {
    expect(await asked()).toBeNull()
    await expectStored(await held())
  })

  it('is that of the next state as soon as it is asked for it, whatever changed', async () => {
    const { stores, universe } = fixture
    const before = linesOf(await held())
    await addInterviews(fixture, 2000, 2300)
    await inUniverse(stores.pool, universe, (client) => moveInterviews(client, fixture, 'number % 7 = 0'))
    await inUniverse(stores.pool, universe, (client) => removeInterviews(client, fixture, 'number % 40 = 3'))
    await catchUp(stores)
    const [first, second] = await Promise.all([asked(), asked()])
    await expectStored(first)
    expect(second).toBe(first)
    expect(linesOf(await held())).not.toEqual(before)
  })

  it('is read anew when a rebuild exchanges the table', async () => {
    const { stores, survey } = fixture
    await stores.service.query('delete from interview where survey = $1 and number % 3 = 0', [survey])
    await rebuild(stores, survey)
    await expectStored(await held())
  })

  it('has the indicators of the published version', async () => {
    const { stores, universe } = fixture
    const { indicators } = definition['indicators.json']
    const best = { id: 'best', measure: 'topBox', title: 'Best', question: 'rating', boxes: 1 }
    const changed = { ...definition, 'indicators.json': { indicators: [...indicators.slice(1), best] } }
    const size = (await held()).size
    await publish(stores, universe, filesOf(changed), 'test')
    await catchUp(stores)
    const { rolled } = await dataState(stores, fixture.survey)
    const found = await held()
    for (const hash of rolled) expect(found.has(hash)).toBe(true)
    expect(found.size).toBeGreaterThanOrEqual(size)
    await expectStored(found)
  })
})
