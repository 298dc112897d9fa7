import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { storeInterviews } from '../import/import.ts'
import { findSurvey } from '../survey/survey.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'

// `npm run soak` makes the long series.
const isSoak = process.env.KAIKU_SOAK === '1'
const series = { points: isSoak ? 24 : 4, anywhere: isSoak ? 12 : 1 }
const patience = isSoak ? 900_000 : 300_000

let world: EffectWorld
beforeAll(async () => {
  world = await openEffectWorld({ own: true })
  const mail = { receiver: { to: 'address', address: 'desk@acme.example' }, subject: '{nps}', text: '{place}' }
  const effects = [{ type: 'tag', tags: ['low'] }, { type: 'mail', ...mail }, { type: 'suppress' }]
  await world.blocks([{ id: 'low', title: 'Low', event: { type: 'interview' }, when: 'score=0_3', effects }])
})
afterAll(() => world?.close())

let next = 0
function writing() {
  let isOver = false
  const day = dayIn('Europe/Helsinki', Date.now())
  const writer = async () => {
    const dictionary = await findSurvey(world.stores, world.acme, 'visits')
    while (!isOver) {
      const from = next
      next += 9
      const rows = async function* () {
        for (let at = from; at < from + 9; at++)
          yield {
            key: `row ${at}`,
            answers: { day, store: 'kamppi', channel: 'web', nps: at % 11, who: `a${at}@b.example` },
          }
      }
      await storeInterviews(world.stores, dictionary, rows(), { import: `import ${from}` })
      await sleep(60)
    }
  }
  const written = writer()
  return async () => {
    isOver = true
    await written
  }
}

/** Runs the work until it dies; the signal it died of. */
function untilDeath(crashAt: string, killAfter: number | null): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./effect-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

it(
  'does each effect once of each interview, wherever it is killed and whoever else does the same',
  async () => {
    const stopWriting = writing()
    for (let k = 0; k < series.points; k++)
      expect(await untilDeath(`${k % 2 === 0 ? 'effected' : 'raised'}:${1 + k}`, null)).toBe('SIGKILL')
    for (let k = 0; k < series.anywhere; k++) await untilDeath('', 1_500 + ((k * 337) % 1500))
    await stopWriting()
    while ((await raiseAlerts(world.stores, Date.now())).changes > 0);
    // Who was killed has what it took for as long as its lease: nobody waits for that here.
    await world.stores.service.query(`update effect_run set next_at = now() where state = 'waiting'`)
    await Promise.all([settleEffects(world.stores), settleEffects(world.stores)])
    const { rows } = await world.stores.service.query<Record<string, number>>(
      `with low as (select number, tags from interview where (answers ->> 'nps')::int <= 3)
       select (select count(*)::int from low) as low,
         (select count(*)::int from low where tags = '{low}') as tagged,
         (select count(*)::int from interview_tagging) as taggings,
         (select count(*)::int from mailbox) as mails,
         (select count(distinct about)::int from mailbox) as different,
         (select count(*)::int from contact_consent) as suppressed,
         (select count(*)::int from effect_run where state = 'done') as done,
         (select count(*)::int from effect_run) as runs`,
    )
    const low = rows[0]?.low ?? 0
    expect(low).toBeGreaterThan(10)
    expect(rows[0]).toEqual({
      ...{ low, tagged: low, taggings: low, mails: low, different: low, suppressed: low },
      ...{ done: 3 * low, runs: 3 * low },
    })
  },
  patience,
)
