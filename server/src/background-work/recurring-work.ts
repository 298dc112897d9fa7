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
  /**
   * In SQL, the universes in which there may be something to do at `(select now from clock)`, as `universe`: in the others it
   * is looked once in a long while. Without, each time in all of them.
   */
  readonly wanted?: string
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

/**
 * Gives every universe a row for each work, and another time to what waits for a night of another zone than before; what
 * rests in a universe is due where there may be something to do.
 */
export async function planWork(
  { service }: Pick<Stores, 'service'>,
  works: readonly RecurringWork[],
  now: number,
): Promise<void> {
  // Rows of universes and those of all of Kaiku apart: no comparison that holds for null can be looked up by a hash.
  const { rows } = await query(
    service,
    { work: text, universe: nullable(text), zone: text },
    `with named as (select w.name, w."of" from jsonb_to_recordset($1) w (name text, "of" text)),
     house as (
       select coalesce((select time_zone from universe group by time_zone order by count(*) desc, time_zone limit 1), $2)
         as zone)
     select w.name as work, u.id::text as universe, u.time_zone as zone from named w cross join universe u
     where w."of" = 'universe' and not exists (
       select from recurring_work r where r.work = w.name and r.universe = u.id and r.zone = u.time_zone)
     union all
     select w.name, null, house.zone from named w cross join house
     where w."of" = 'kaiku' and not exists (
       select from recurring_work r where r.work = w.name and r.universe is null and r.zone = house.zone)`,
    [JSON.stringify(works.map(({ name, of }) => ({ name, of }))), usualZone],
  )
  const planned = rows.flatMap(({ work, universe, zone }) => {
    const when = works.find(({ name }) => name === work)?.when
    return when ? [{ work, universe, zone, next: 'hour' in when ? nextHour(zone, when.hour, now) : now }] : []
  })
  for (let at = 0; at < planned.length; at += plannedAtOnce)
    await service.query(
      `insert into recurring_work (work, universe, zone, next_at)
       select work, universe, zone, to_timestamp(next / 1000) from jsonb_to_recordset($1)
         p (work text, universe uuid, zone text, next float8)
       on conflict (work, universe) do update set zone = excluded.zone, next_at = excluded.next_at`,
      [JSON.stringify(planned.slice(at, at + plannedAtOnce))],
    )
  for (const work of works) await wake(service, work, now)
}

const plannedAtOnce = 1_000

/** What rests and is wanted is due, unless it was done just now, goes on, or has failed and waits longer. */
async function wake(service: Stores['service'], { name, when, wanted }: RecurringWork, now: number): Promise<void> {
  if (wanted === undefined || 'hour' in when) return
  await service.query(
    `with clock as (select to_timestamp($2::float8 / 1000) as now), wanted as materialized (${wanted})
     update recurring_work r set next_at = clock.now from clock
     where r.work = $1 and r.attempts = 0 and r.next_at > clock.now
       and r.next_at <= clock.now + make_interval(secs => $3) and r.universe in (select universe from wanted)`,
    [name, now, (unwantedRest - when.every) / 1_000],
  )
}

/** Milliseconds from one run to the next of what is due as usual. */
const restOf = ({ wanted }: RecurringWork, every: number) =>
  wanted === undefined ? every : Math.max(every, unwantedRest)
/** Milliseconds after which it is looked in a universe where nothing seems to be wanted. */
const unwantedRest = 3_600_000

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
  const usual = 'hour' in work.when ? nextHour(zone, work.when.hour, at) : at + restOf(work, work.when.every)
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
