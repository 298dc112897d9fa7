import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { addDays } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld } from '../alert/alert.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { lastDayAt } from './due-day.ts'
import { evaluatePlaces } from './evaluate.ts'
import { placeDryRun } from './place-dry-run.ts'
import { given, withPlaceRules } from './place-rule.fixture.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld(undefined, undefined, { own: true })
})
afterAll(() => world?.close())

const zone = 'Europe/Helsinki'
const when = { every: 'day', at: '00:00' } as const
const rule = {
  ...{ id: 'bad', title: 'Bad', watch: { type: 'limit', indicator: 'nps', below: 0, days: 1, minimumN: 1 }, ...when },
  alert: { title: '{place}' },
}
const length = 10

/** Runs a worker until it dies; the signal it died of. */
function untilDeath(crashAt: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./place-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

it('raises each alert about a place once, wherever the worker dies and whoever evaluates beside it', async () => {
  await world.survey(world.acme, filesOf(withPlaceRules([rule])))
  const to = lastDayAt(when, zone, Date.now())
  const from = addDays(to, 1 - length)
  // Every other day is bad, at each place on its own days.
  const bad = (day: number, store: number) => (day + store) % 2 === 0
  await world.answer(
    Array.from({ length }).flatMap((_, day) =>
      ['kamppi', 'sello', 'lund'].flatMap((store, at) => given(store, addDays(from, day), bad(day, at) ? 0 : 10, 3)),
    ),
  )
  const { universe, survey } = await findSurvey(world.stores, world.acme, 'visits')
  await world.stores.service.query('insert into alert_rule_day values ($1, $2, $3, $4)', [
    ...[universe, survey, rule.id, addDays(from, -1)],
  ])
  for (const point of ['watched:1', 'placed:1', 'placed:2', 'watched:2', 'placed:3']) {
    expect(await untilDeath(point)).toBe('SIGKILL')
    // Who was killed has its work for as long as its lease: nobody waits for that here.
    await world.stores.service.query('update recurring_work set next_at = now()')
  }
  const now = Date.now()
  await Promise.all([1, 2, 3].map(() => evaluatePlaces(world.stores, now)))
  const { rows } = await world.stores.service.query<{ node: number; day: string; begun: number }>(
    `select node, day::text, (select count(*)::int from alert_event e where e.alert = a.id and kind = 'created') as begun
     from alert a where day <= $1 order by day, node`,
    [to],
  )
  const dictionary = await findSurvey(world.stores, world.acme, 'visits')
  const { raised } = await placeDryRun(world.stores, dictionary, { from, to }, now)
  const found = raised
    .map(({ day, about: { node } }) => ({ node, day, begun: 1 }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.node - b.node))
  expect(found).toHaveLength(15)
  expect(rows).toEqual(found)
}, 300_000)
