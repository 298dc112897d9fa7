import { nextHour } from '@kaiku/core/zoned-time.ts'
import { bool, nullable, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { countFault } from '../measure/meter.ts'
import { type Due, type Outcome, type Queue, settle, startQueue, takeDue, whileLeased } from './queue.ts'
import type { WorkLanes } from './work-lanes.ts'
import type { BackgroundJob, Say } from './work-loop.ts'

/** One run of a work. `universe`: its id, empty for what is of all of Kaiku; `now`: milliseconds since 1970. */
export type Run = {
  readonly stores: Stores
  readonly universe: string
  readonly now: number
  readonly log: Say
  readonly stopped: AbortSignal
}

/** What is done again and again, each time by one process of all, and made up for where none ran at its time. */
export type RecurringWork = {
  /** How operators know it. */
  readonly name: string
  /** For each universe by itself, so that no other waits for one that fails, or for all of Kaiku at once. */
  readonly of: 'universe' | 'kaiku'
  /** Also while its universe is suspended: it sends nothing. */
  readonly goesOn?: true
  /**
   * Milliseconds between two runs, or an hour of each night: in the universe’s zone, of all of Kaiku in the zone of most
   * universes.
   */
  readonly when: { readonly every: number } | { readonly hour: number }
  /** Answers when it is to run again, milliseconds since 1970, or null: as usual. Throws what makes it try again later. */
  readonly run: (run: Run) => Promise<number | null>
}

/** Each work of each universe has a row, due at its next time. */
export const recurringQueue: Queue = {
  name: 'recurring',
  what: 'Recurring work waits',
  table: 'recurring_work',
  receiver: 'q.work',
  receivers: 'select distinct q.work as receiver from recurring_work q where q.next_at <= (select now from clock)',
  // Of each work two at once: who has many universes does not have all of them at work in the same minute of the night.
  limits: { all: 6, universe: 6, receiver: 2 },
  idle: 1_000,
  failed: 10_000,
  pause: { first: 60, longest: 3_600 },
  rests: false,
  isEachReceiverOwnWork: true,
  lease: 30,
  mostAttempts: null,
  taken: 'done_at = now(), attempts = 0',
  dead: null,
  givenUp: null,
}

const usualZone = 'UTC'

/** Gives every universe a row for each work, and another time to what waits for a night of another zone than before. */
export async function planWork(
  { service }: Pick<Stores, 'service'>,
  works: readonly RecurringWork[],
  now: number,
): Promise<void> {
  const { rows } = await query(
    service,
    { work: text, universe: nullable(text), zone: text },
    `with house as (
       select coalesce((select time_zone from universe group by time_zone order by count(*) desc, time_zone limit 1), $2)
         as zone),
     wanted as (
       select w.name as work, u.id as universe, coalesce(u.time_zone, house.zone) as zone
       from jsonb_to_recordset($1) w (name text, "of" text) cross join house left join universe u on w."of" = 'universe'
       where w."of" = 'kaiku' or u.id is not null)
     select work, universe::text, zone from wanted w where not exists (
       select from recurring_work r where r.work = w.work and r.universe is not distinct from w.universe and r.zone = w.zone)`,
    [JSON.stringify(works.map(({ name, of }) => ({ name, of }))), usualZone],
  )
  for (const { work, universe, zone } of rows) {
    const planned = works.find(({ name }) => name === work)
    if (!planned) continue
    await service.query(
      `insert into recurring_work (work, universe, zone, next_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))
       on conflict (work, universe) do update set zone = excluded.zone, next_at = excluded.next_at`,
      [work, universe, zone, 'hour' in planned.when ? nextHour(zone, planned.when.hour, now) : now],
    )
  }
}

/** Starts what is due, as much as fits in the lanes; how much that was. `clock`: as in `takeDue`. */
export async function runDue(
  stores: Stores,
  works: readonly RecurringWork[],
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
  clock: number | null = null,
): Promise<number> {
  const due = await takeDue(stores, recurringQueue, lanes, clock)
  if (due.length === 0) return 0
  const zones = await query(
    stores.service,
    { id: text, zone: text, isSuspended: bool },
    `select r.id, r.zone, coalesce(u.suspended_at is not null, false) as "isSuspended"
     from recurring_work r left join universe u on u.id = r.universe where r.id = any($1)`,
    [due.map(({ id }) => id)],
  )
  for (const one of due) {
    const work = works.find(({ name }) => name === one.receiver)
    const { zone, isSuspended } = zones.rows.find(({ id }) => id === one.id) ?? { zone: usualZone, isSuspended: false }
    lanes.start(one, () => runOne(stores, one, work, { zone, isSuspended }, log, stopped))
  }
  return due.length
}

async function runOne(
  stores: Stores,
  due: Due,
  work: RecurringWork | undefined,
  { zone, isSuspended }: { readonly zone: string; readonly isSuspended: boolean },
  log: Say,
  stopped: AbortSignal,
): Promise<void> {
  // Of an older Kaiku.
  if (!work) return settle(stores, recurringQueue, due, 'gone', stopped)
  const { universe, at } = due
  const usual = 'hour' in work.when ? nextHour(zone, work.when.hour, at) : at + work.when.every
  if (isSuspended && !work.goesOn) return settle(stores, recurringQueue, due, { again: usual }, stopped)
  const outcome = await whileLeased(stores, recurringQueue, due, async (): Promise<Outcome> => {
    try {
      return { again: (await work.run({ stores, universe, now: at, log, stopped })) ?? usual }
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      if (!stopped.aborted) {
        log(`${recurringQueue.what}: ${work.name}: ${fault}`)
        countFault('work', work.name)
      }
      return { fault }
    }
  })
  await settle(stores, recurringQueue, due, outcome, stopped)
}

/** Milliseconds until a new universe has its work. */
const planEvery = 10_000

/** Does all of it at its time, as long as Kaiku runs, in any number of processes. */
export function startRecurring(stores: Stores, works: readonly RecurringWork[], log: Say): BackgroundJob {
  let planAt = 0
  return startQueue(stores, recurringQueue, log, async (lanes, stopped) => {
    if (performance.now() >= planAt) {
      await planWork(stores, works, Date.now())
      planAt = performance.now() + planEvery
    }
    return runDue(stores, works, log, lanes, stopped)
  })
}
