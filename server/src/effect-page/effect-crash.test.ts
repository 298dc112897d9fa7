import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { permissions } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { storeInterviews } from '../import/import.ts'
import { findSurvey } from '../survey/survey.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'
import { letterSteps } from './letter.fixture.ts'

// `npm run soak` makes the long series.
const isSoak = process.env.KAIKU_SOAK === '1'
const series = { points: isSoak ? 24 : 2, anywhere: isSoak ? 12 : 1 }
const patience = isSoak ? 900_000 : 300_000

/** More than answer. */
const people = isSoak ? 20_000 : 4_000

let world: EffectWorld
let steps: ReturnType<typeof letterSteps>
let admin: { authorization: string }
beforeAll(async () => {
  world = await openEffectWorld({ own: true })
  const mail = { receiver: { to: 'address', address: 'desk@acme.example' }, subject: '{nps}', text: '{place}' }
  const tagged = { type: 'tag', tags: ['low'] }
  const letter = { type: 'letter', template: 'Sorry' }
  const message = { type: 'personMail', template: 'Thanks' }
  const effects = [tagged, { type: 'mail', ...mail }, { type: 'suppress' }]
  const low = { title: 'Low', event: { type: 'interview' }, when: 'score=0_3' }
  // Whoever is suppressed gets no letter: those are of others.
  const high = { title: 'High', event: { type: 'interview' }, when: 'score=8_10' }
  await world.blocks([
    { id: 'low', ...low, effects },
    { id: 'high', ...high, effects: [letter, message] },
  ])
  admin = await world.person('Administrator', [], [...permissions])
  steps = letterSteps(world)
  await steps.template(admin, 'Sorry')
  await steps.message(admin, 'mail', 'Thanks')
  await steps.people(Array.from({ length: people }, (_, at) => ({ contact: `a${at}@b.example` })))
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
    for (const { batchId, state } of (await steps.archive(admin)).batches)
      if (state === null) await steps.make(admin, batchId)
    await steps.print()
    const { rows } = await world.stores.service.query<Record<string, number>>(
      `with low as (select number, tags from interview where (answers ->> 'nps')::int <= 3)
       select (select count(*)::int from low) as low,
         (select count(*)::int from low where tags = '{low}') as tagged,
         (select count(*)::int from interview_tagging) as taggings,
         (select count(*)::int from mailbox where recipient like 'desk@%') as mails,
         (select count(distinct about)::int from mailbox where recipient like 'desk@%') as different,
         (select count(*)::int from mailbox where recipient not like 'desk@%') as thanked,
         (select count(distinct m.about)::int from campaign_recipient r join mailbox m on m.id = r.mail
          join effect_run e on e.id = r.id and m.id = any(e.messages)
          where r.campaign is null and r.state = 'queued') as readers,
         (select count(*)::int from contact_consent) as suppressed,
         (select count(*)::int from interview where (answers ->> 'nps')::int >= 8) as high,
         (select count(*)::int from letter l join letter_batch b on b.id = l.batch and b.made_at is not null
          where l.place is not null and l.pages = 1) as letters,
         (select count(distinct interview)::int from letter) as written,
         (select count(*)::int from effect_run where state = 'done') as done,
         (select count(*)::int from effect_run) as runs`,
    )
    const { low = 0, high = 0 } = rows[0] ?? {}
    expect(Math.min(low, high)).toBeGreaterThan(10)
    expect(rows[0]).toEqual({
      ...{ low, tagged: low, taggings: low, mails: low, different: low, suppressed: low },
      ...{ high, letters: high, written: high, thanked: high, readers: high },
      ...{ done: 3 * low + 2 * high, runs: 3 * low + 2 * high },
    })
  },
  patience,
)
