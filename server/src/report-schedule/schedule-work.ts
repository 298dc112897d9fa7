import type { endReasons } from '@kaiku/contract/report-schedule.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Due, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { scopeOf } from '../selection/scope.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { planMailings } from './mailing.store.ts'
import { endSchedule, moveOn, readSchedule, type StoredSchedule } from './report-schedule.store.ts'
import { nextOf, readersOf } from './schedule-plan.ts'

/** Each schedule is a row that is due at its next time. */
export const scheduleQueue: Queue = {
  name: 'schedules',
  what: 'Schedules wait',
  table: 'report_schedule',
  receiver: 'q.universe',
  receivers: `select distinct q.universe as receiver from report_schedule q
    where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  limits: { all: 4, universe: 2, receiver: 2 },
  idle: 2_000,
  failed: 10_000,
  pause: { first: 30, longest: 1_800 },
  rests: true,
  lease: 60,
  mostAttempts: null,
  taken: 'state = q.state',
  dead: null,
  givenUp: null,
}

/** Plans what is due, as long as Kaiku runs, in any number of processes. */
export const startSchedules = (stores: Stores, log: Say): BackgroundJob =>
  startQueue(stores, scheduleQueue, log, (lanes, stopped) => runSchedules(stores, log, lanes, stopped))

/** Starts to plan what is due, as much as fits in the lanes; how much that was. `clock`: as in `takeDue`. */
export async function runSchedules(
  stores: Stores,
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
  clock: number | null = null,
): Promise<number> {
  const due = await takeDue(stores, scheduleQueue, lanes, clock)
  for (const one of due) lanes.start(one, () => runOne(stores, one, log, stopped))
  return due.length
}

async function runOne(stores: Stores, due: Due, log: Say, stopped: AbortSignal): Promise<void> {
  try {
    await planRun(stores, due)
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    if (!stopped.aborted) log(`${scheduleQueue.what}: ${due.id}: ${fault}`)
    await settle(stores, scheduleQueue, due, { fault }, stopped)
  }
}

/** Has everybody get the run that is due, once, and moves on to the next: both or neither. */
async function planRun(stores: Stores, { id, universe, at }: Due): Promise<void> {
  const schedule = await readSchedule(stores.service, universe, id)
  if (schedule?.state !== 'waiting') return
  const reason = await overBecause(stores, schedule)
  const next =
    reason === null ? await nextOf(stores.service, universe, schedule, Math.max(at, schedule.dueAt.getTime())) : null
  const people = reason === null ? await readersOf(stores, schedule) : []
  await inTransaction(stores.service, async (client) => {
    if (next === null) return endSchedule(client, schedule, reason ?? 'ended')
    // Planned already by who died before this was noted: due at its next time alone.
    const isDue = schedule.dueAt.getTime() <= at
    const moved = await moveOn(client, schedule, isDue ? next : schedule.dueAt.getTime())
    if (isDue && moved) await planMailings(client, schedule, people, schedule.dueAt, false)
    crashPoint('planned')
  })
}

/** Why nobody gets it any more; null: it goes on. */
export async function overBecause(
  stores: Stores,
  { person, universe, survey }: Pick<StoredSchedule, 'person' | 'universe' | 'survey'>,
): Promise<(typeof endReasons)[number] | null> {
  const maker = person === null ? null : await viewerNow(stores, person, universe)
  if (!maker) return 'makerLeft'
  try {
    scopeOf(maker.who, await surveyByNumber(stores, survey), 'export')
    return null
  } catch (error) {
    if (error instanceof Fault && (error.code === 'forbidden' || error.code === 'not_found')) return 'makerRight'
    throw error
  }
}
