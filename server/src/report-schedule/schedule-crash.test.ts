import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exporting, openScheduleWorld, type ScheduleWorld } from './schedule.fixture.ts'

const deaths = process.env.KAIKU_SOAK === '1' ? 20 : 4
const readers = 12

let world: ScheduleWorld
beforeAll(async () => {
  world = await openScheduleWorld({}, { own: true })
})
afterAll(() => world?.close())

/** Runs it until it dies; the signal it died of. */
function untilDeath(crashAt: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./schedule-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

it('mails each reader of a run once, wherever it dies and whoever else works at the same time', async () => {
  const { service } = world.stores
  const maker = await world.reader([], exporting, 'Maker')
  const people = [maker.userId]
  for (let at = 1; at < readers; at++) people.push((await world.reader(['fi', 'south'])).userId)
  await world.create(maker.headers, { people })
  await service.query(`update report_schedule set due_at = now(), next_at = now()`)
  const points = ['planned:1', 'mailed:1', 'mailed:3', 'mailed:2']
  for (let k = 0; k < deaths; k++) {
    expect(await untilDeath(points[k % points.length] ?? '')).toBe('SIGKILL')
    // What the dead had taken is due once its lease is over.
    await service.query(`update report_mailing set next_at = now() where state = 'waiting'`)
    await service.query(`update report_schedule set next_at = due_at`)
    if (k === 0) {
      // Nothing of a run is there before all of it is.
      expect((await service.query('select from report_mailing')).rowCount).toBe(0)
      continue
    }
    await service.query(`update report_mailing set next_at = now() where state = 'waiting'`)
  }
  await Promise.all([world.plan(Date.now()), world.plan(Date.now()), world.make(), world.make()])
  await world.make()
  const { rows } = await service.query(
    `select (select count(*)::int from mailbox) as mails, (select count(distinct recipient)::int from mailbox) as different,
       (select count(*)::int from report_mailing where state = 'made') as made,
       (select count(*)::int from report_mailing) as mailings`,
  )
  expect(rows).toEqual([{ mails: readers, different: readers, made: readers, mailings: readers }])
  const { taken } = await world.send()
  expect(new Set(taken.flatMap(({ to }) => to)).size).toBe(readers)
  expect(taken).toHaveLength(readers)
}, 300_000)
