import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { small } from '../definition/small.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { recalculationWorker } from './recalculation-work.ts'
import { kindScript } from './script.fixture.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const anywhere = isSoak ? 12 : 1
const count = 9_000
const patience = isSoak ? 900_000 : 300_000

let test: TestApp
let acme: string
beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  acme = await test.universe('acme')
  await test.survey(acme, small, [])
  const rows = async function* () {
    for (let at = 0; at < count; at++)
      yield { key: `row ${at}`, answers: { date: '2026-06-01', store: at % 2 === 0 ? 's1' : 's2', nps: at % 11 } }
  }
  await storeInterviews(test.stores, await findSurvey(test.stores, acme, 'small'), rows(), { import: 'many' })
})
afterAll(() => test?.close())

/** Computes until it is killed, or for so many milliseconds. */
function untilDeath(crashAt: string, killAfter: number | null): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./script-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, test.stores.directory]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

/** Who was killed has the task for as long as its lease: nobody waits for that here. */
const free = () => test.stores.service.query(`update task set next_at = now() where ended_at is null`)
const standing = async () => {
  const { rows } = await test.stores.service.query<{ done: number }>('select done from script_recalculation')
  return rows[0]?.done ?? 0
}

it(
  'computes each interview once, wherever it is killed, and goes on where it was',
  async () => {
    const headers = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
    const ask = async (place: string, payload: object) => {
      const reply = await test.app.inject({
        method: 'POST',
        url: `/api/script/survey/small/${place}`,
        headers,
        payload,
      })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json() as { revision: number }
    }
    const { revision } = await ask('save', { source: kindScript, revision: 0 })
    await ask('publish', { revision })
    // Within the second and the third part: what was stored of it is taken back, and the parts before it stay.
    expect(await untilDeath('computed:2', null)).toBe('SIGKILL')
    expect(await standing()).toBe(2_000)
    await free()
    expect(await untilDeath('computed:2', null)).toBe('SIGKILL')
    expect(await standing()).toBe(4_000)
    for (let k = 0; k < anywhere; k++) {
      await free()
      await untilDeath('', 1_500 + ((k * 337) % 1_500))
    }
    await free()
    const failing = (error: unknown) => {
      throw error
    }
    const lanes = new WorkLanes(taskQueue.limits, failing)
    while ((await runTasks(test.stores, [recalculationWorker], failing, lanes, new AbortController().signal)) > 0)
      await lanes.allEnd()
    const own = (await test.app.inject({ url: '/api/task/own', headers })).json() as { state: string }[]
    expect(own).toMatchObject([{ state: 'done' }])
    const output = await test.stores.service.query('select output from task')
    expect(output.rows).toEqual([{ output: { done: count, changed: count, failed: 0 } }])
    const { rows } = await test.stores.service.query(
      `select count(*) filter (where answers ->> 'kind' = case when (answers ->> 'nps')::int >= 9 then 'promoter' else 'other' end
         and (answers ->> 'half')::int = 5 * (answers ->> 'nps')::int)::int as right, count(*)::int as all from interview`,
    )
    expect(rows).toEqual([{ right: count, all: count }])
    await catchUp(test.stores)
    const { survey } = await findSurvey(test.stores, acme, 'small')
    expect(isEqual(await compareWithTruth(test.stores, survey))).toBe(true)
    expect(await standing()).toBe(0)
  },
  patience,
)
