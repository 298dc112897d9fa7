import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inUniverse } from '../db/postgres.ts'
import type { CrashPoint } from '../projection/crash-point.ts'
import { compareWithTruth } from './compare.ts'
import { compareRollup } from './compare-rollup.ts'
import { catchUp, startFeed } from './feed.ts'
import { type Fixture, insertInterviews, moveInterviews, openFixture, removeInterviews } from './survey.fixture.ts'

// `npm run soak` makes the long series.
const isSoak = process.env.KAIKU_SOAK === '1'
const series = { points: isSoak ? 27 : 4, anywhere: isSoak ? 20 : 1, clickhouse: isSoak ? 12 : 2 }

/** Milliseconds for one series. */
const patience = isSoak ? 1_200_000 : 120_000

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ own: true })
})
afterAll(() => fixture.close())

const change = (use: Parameters<typeof inUniverse<void>>[2]) => inUniverse(fixture.stores.pool, fixture.universe, use)

let nextRow = 0
/** Two writers that add, move and remove interviews until told to end; rejects when one of their writes fails. */
function writing() {
  let isOver = false
  const writer = async (seed: number) => {
    for (let round = seed; !isOver; round += 2) {
      const from = nextRow
      nextRow += 1 + (round % 25)
      const to = nextRow
      await change(async (client) => {
        await insertInterviews(client, fixture, from, to)
        if (round % 3 === 0)
          await moveInterviews(client, fixture, `number % 41 = ${round % 41} and number % 2 = ${seed}`)
        if (round % 7 === 0)
          await removeInterviews(client, fixture, `number % 53 = ${round % 53} and number % 2 = ${seed}`)
      })
      await sleep(15)
    }
  }
  const writers = Promise.all([0, 1].map(writer))
  return async () => {
    isOver = true
    await writers
  }
}

/** Runs a feed until it dies; the signal it died of. */
function feedUntilDeath(crashAt: string, killAfter: number | null): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./feed-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, fixture.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

async function expectTruth() {
  await catchUp(fixture.stores)
  const { stores, survey } = fixture
  const found = await compareWithTruth(stores, survey)
  expect(found).toMatchObject({ missing: 0, extra: 0, different: 0, examples: [] })
  expect(found.interviews).toBeGreaterThan(0)
  expect(await compareRollup(stores, survey)).toEqual([])
}

describe('a feed that is killed', () => {
  it(
    'loses nothing and doubles nothing, wherever in a batch it dies',
    async () => {
      const stopWriting = writing()
      const points: CrashPoint[] = ['inserted', 'begun', 'inserted', 'finished']
      for (let k = 0; k < series.points; k++) {
        const point = points[k % points.length]
        // Up to the fifth time by, a feed that follows a killed one does old batches again; then new ones.
        expect(await feedUntilDeath(`${point}:${1 + ((k * 6) % 9)}`, null)).toBe('SIGKILL')
      }
      await stopWriting()
      await expectTruth()
    },
    patience,
  )

  it(
    'loses nothing and doubles nothing when it dies at any moment',
    async () => {
      const stopWriting = writing()
      for (let k = 0; k < series.anywhere; k++)
        expect(await feedUntilDeath('', 900 + ((k * 337) % 1500))).toBe('SIGKILL')
      await stopWriting()
      await expectTruth()
    },
    patience,
  )
})

describe('a ClickHouse process that is killed or hangs under load', () => {
  it(
    'leaves a projection that equals the truth',
    async () => {
      const feed = startFeed(fixture.stores, () => {})
      const stopWriting = writing()
      for (let k = 0; k < series.clickhouse; k++) {
        await sleep(400 + ((k * 211) % 700))
        const pid = await clickhousePid()
        process.kill(pid, k % 2 === 0 ? 'SIGKILL' : 'SIGSEGV')
        while ((await clickhousePid()) === pid) await sleep(20)
      }
      await stopWriting()
      await feed.caughtUp()
      await feed.stop()
      await expectTruth()
    },
    patience,
  )
})

/** The child of this process that holds ClickHouse; waits for one that is being started. */
async function clickhousePid(): Promise<number> {
  for (;;) {
    const found = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isClickHouse(pid))
    if (found) return Number(found)
    await sleep(20)
  }
}

function isClickHouse(pid: string): boolean {
  try {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('clickhouse-process')
  } catch {
    return false
  }
}
