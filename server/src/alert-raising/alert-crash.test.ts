import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { storeInterviews } from '../import/import.ts'
import { findSurvey } from '../survey/survey.ts'
import { raiseAlerts } from './raise.ts'

// `npm run soak` makes the long series.
const isSoak = process.env.KAIKU_SOAK === '1'
const series = { points: isSoak ? 30 : 3, anywhere: isSoak ? 20 : 1 }
/** Milliseconds for one series. */
const patience = isSoak ? 1_200_000 : 300_000

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld(undefined, undefined, { own: true })
})
afterAll(() => world?.close())

const today = dayIn('Europe/Helsinki', Date.now())
let next = 0

/** Two writers of answers, of which four in eleven are low, until told to end. */
function writing() {
  let isOver = false
  const writer = async () => {
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    while (!isOver) {
      const from = next
      next += 1 + (from % 17)
      const to = next
      const rows = async function* () {
        for (let at = from; at < to; at++) {
          const answers = { day: addDays(today, -(at % 3)), store: 'kamppi', channel: 'web', nps: at % 11 }
          yield { key: `row ${at}`, answers }
        }
      }
      await storeInterviews(world.stores, dictionary, rows(), { import: `import ${from}` })
      await sleep(40)
    }
  }
  const writers = Promise.all([writer(), writer()])
  return async () => {
    isOver = true
    await writers
  }
}

/** Runs a worker until it dies; the signal it died of. */
function untilDeath(crashAt: string, killAfter: number | null): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./alert-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

/** Every low answer has one alert with one beginning, and no other has any. */
async function expectEachOnce() {
  while ((await raiseAlerts(world.stores, Date.now())).changes > 0);
  const { rows } = await world.stores.service.query<{ low: number; alerts: number; right: number; begun: number }>(
    `select (select count(*)::int from interview where (answers ->> 'nps')::int <= 3) as low,
       (select count(*)::int from alert) as alerts,
       (select count(*)::int from alert a join interview i on i.number = a.interview
         where (i.answers ->> 'nps')::int <= 3) as right,
       (select count(*)::int from alert_event where kind = 'created') as begun`,
  )
  const [found] = rows
  expect(found?.low).toBeGreaterThan(20)
  expect(found).toEqual({ low: found?.low, alerts: found?.low, right: found?.low, begun: found?.low })
}

describe('a worker of alerts that is killed', () => {
  it(
    'leaves out no alert and raises none twice, wherever it dies',
    async () => {
      const stopWriting = writing()
      for (let k = 0; k < series.points; k++)
        expect(await untilDeath(`${k % 2 === 0 ? 'raised' : 'judged'}:${1 + (k % 3)}`, null)).toBe('SIGKILL')
      for (let k = 0; k < series.anywhere; k++) await untilDeath('', 900 + ((k * 337) % 1500))
      await stopWriting()
      await expectEachOnce()
    },
    patience,
  )

  it('raises each once beside others that look at the same changes', async () => {
    const stopWriting = writing()
    for (let k = 0; k < 30; k++) await Promise.all([1, 2, 3].map(() => raiseAlerts(world.stores, Date.now())))
    await stopWriting()
    await expectEachOnce()
  })
})
