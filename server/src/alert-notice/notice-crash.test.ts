import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld } from '../alert/alert.fixture.ts'
import { tellPeople } from './tell-people.ts'

const deaths = process.env.KAIKU_SOAK === '1' ? 20 : 3
const alerts = 60

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld(undefined, undefined, { own: true })
  for (let at = 0; at < 12; at++) await world.person('Store manager Lund', ['se', 'lund'])
  await world.stores.service.query(`update person set email = username || '@acme.example'`)
})
afterAll(() => world?.close())

/** Runs it until it dies; the signal it died of. */
function untilDeath(crashAt: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./notice-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

it('puts one mail per notice into the mailbox, wherever it dies and whoever else writes at the same time', async () => {
  const now = Date.now()
  const day = dayIn('Europe/Helsinki', now)
  await world.answer(
    Array.from({ length: alerts }, () => ({ day, store: 'lund', channel: 'web', nps: 1 })),
    now,
  )
  for (let k = 0; k < deaths; k++) expect(await untilDeath(`mailed:${1 + (k % 3)}`)).toBe('SIGKILL')
  const tell = () => tellPeople(world.stores, 'https://kaiku.example.com', Date.now())
  while ((await Promise.all([tell(), tell(), tell()])).some((mails) => mails > 0));
  const { rows } = await world.stores.service.query(
    `select count(*)::int as mails, count(distinct text)::int as different,
       (select count(*)::int from alert_notice) as waiting from mailbox`,
  )
  expect(rows).toEqual([{ mails: alerts, different: alerts, waiting: 0 }])
}, 300_000)
