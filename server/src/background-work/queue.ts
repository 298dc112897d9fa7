import { number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Lasting, waitAfter } from './back-off.ts'
import { type LaneLimits, type WorkLane, WorkLanes } from './work-lanes.ts'
import { type BackgroundJob, keepWorking, type Say } from './work-loop.ts'

/**
 * A table in which something waits. It has the columns id, universe, state, next_at, attempts and fault; in SQL a row of it
 * is `q`.
 */
export type WaitingTable = {
  /** How operators know it. */
  readonly name: string
  /** What waits, as it is said where it cannot be sent. */
  readonly what: string
  readonly table: string
  /** Seconds until what was not taken is tried again. */
  readonly pause: Lasting
  /** After as many attempts it is given up; null: never for that. */
  readonly mostAttempts: number | null
  /** What is noted of what was taken and of what is given up, as in `update … set`; null: it is not kept. */
  readonly taken: string | null
  readonly dead: string | null
  /** The state of what was given up, and which of it can be tried again, over `q`; null: nothing is ever kept. */
  readonly givenUp: { readonly state: string; readonly again: string } | null
}

/** One that is taken from piece by piece, for others: a mail server, a webhook, a browser’s push service. */
export type Queue = WaitingTable & {
  /** Whom a row is for, and a statement that names all for whom something may wait, as `receiver`: each has a lane. */
  readonly receiver: string
  readonly receivers: string
  readonly limits: LaneLimits
  /** Whether what belongs to a suspended universe stays until that goes on; else it is work that sends nothing. */
  readonly rests: boolean
  /** Milliseconds until it is looked again: where nothing waited, and where that failed. */
  readonly idle: number
  readonly failed: number
  /** Its receivers are works that are measured each by itself; absent: it is one. */
  readonly isEachReceiverOwnWork?: true
  /** Seconds for which who sends something has it alone; longer than any attempt lasts, unless it is kept by `whileLeased`. */
  readonly lease: number
}

const dueColumns = { id: text, universe: text, receiver: text, attempts: number, at: number } satisfies Shape

/** What this process alone sends now. `universe`: empty for what belongs to none. */
export type Due = {
  readonly id: string
  readonly universe: string
  readonly receiver: string
  readonly attempts: number
  /** When it was taken, by PostgreSQL’s clock; milliseconds since 1970. */
  readonly at: number
}

/**
 * What became of it: taken, nothing to send any more, to be done again at a moment, or not taken and why; `isFinal`: it
 * never will be.
 */
export type Outcome =
  | 'taken'
  | 'gone'
  | { readonly again: number }
  | { readonly fault: string; readonly isFinal?: boolean }

/** In SQL over `q`: its universe is not suspended. */
const awake = ` and not exists (select from universe s where s.id = q.universe and s.suspended_at is not null)`

/**
 * Takes what is due, as much as fits in the lanes: of each receiver and of each universe no more than its lane has room
 * for, the universes in turn. Who dies with it has it for the lease; then it is due again. `clock`: what time it is,
 * milliseconds since 1970; null: PostgreSQL knows.
 */
export async function takeDue(
  { service }: Pick<Stores, 'service'>,
  { table, receiver, receivers, limits, lease, rests }: Queue,
  lanes: WorkLanes,
  clock: number | null = null,
): Promise<readonly Due[]> {
  if (lanes.free === 0) return []
  const { rows } = await query(
    service,
    dueColumns,
    `with clock as (select coalesce(to_timestamp($7::float8 / 1000), now()) as now),
     due as (
       select place, universe, next_at, row_number() over (partition by universe order by next_at) as turn
       from (${receivers}) r cross join lateral (
         select q.ctid as place, coalesce(q.universe::text, '') as universe, q.next_at from ${table} q
         where ${receiver} = r.receiver and q.state = 'waiting' and q.next_at <= (select now from clock)${rests ? awake : ''}
         order by q.next_at limit greatest(0, $3 - coalesce(($4::jsonb ->> r.receiver::text)::int, 0))
         for update skip locked) q),
     fitting as (
       select place from due where turn <= $5 - coalesce(($6::jsonb ->> universe)::int, 0)
       order by turn, next_at limit $1)
     update ${table} q set next_at = clock.now + make_interval(secs => $2), attempts = q.attempts + 1
     from fitting, clock where q.ctid = fitting.place
     returning q.id, coalesce(q.universe::text, '') as universe, ${receiver}::text as receiver, q.attempts,
       floor(extract(epoch from clock.now) * 1000)::float8 as at`,
    [
      lanes.free,
      lease,
      limits.receiver,
      JSON.stringify(lanes.busy('receiver')),
      limits.universe,
      JSON.stringify(lanes.busy('universe')),
      clock,
    ],
  )
  return rows
}

/** Notes what became of it; where Kaiku was stopped meanwhile, what was not taken is due again at once. */
export async function settle(
  { service }: Pick<Stores, 'service'>,
  { table, taken, dead, pause, mostAttempts }: WaitingTable,
  { id, universe, attempts }: Pick<Due, 'id' | 'universe' | 'attempts'>,
  outcome: Outcome,
  stopped: AbortSignal | null,
): Promise<void> {
  const own = `q.id = $1 and ($2 = '' or q.universe = nullif($2, '')::uuid)`
  const keep = (set: string, ...values: unknown[]) =>
    service.query(`update ${table} q set ${set} where ${own}`, [id, universe, ...values])
  const drop = () => service.query(`delete from ${table} q where ${own}`, [id, universe])
  if (outcome === 'gone') await drop()
  else if (outcome === 'taken') await (taken === null ? drop() : keep(`${taken}, fault = null`))
  else if ('again' in outcome)
    await keep(`${taken}, fault = null, next_at = to_timestamp($3::float8 / 1000)`, outcome.again)
  else if (stopped?.aborted && !outcome.isFinal) await keep('next_at = now(), attempts = attempts - 1')
  else {
    const fault = outcome.fault.slice(0, 500)
    const isOver = outcome.isFinal || (mostAttempts !== null && attempts >= mostAttempts)
    if (!isOver)
      await keep('fault = $3, next_at = now() + make_interval(secs => $4)', fault, waitAfter(pause, attempts))
    else await (dead === null ? drop() : keep(`${dead}, fault = $3`, fault))
  }
}

/** Keeps what was taken for as long as `work` goes on, however long: who dies with it has it for the lease at most. */
export async function whileLeased<T>(
  { service }: Pick<Stores, 'service'>,
  { table, lease }: Queue,
  { id, attempts }: Due,
  work: () => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  const prolong = () => {
    last = service
      .query(`update ${table} q set next_at = now() + make_interval(secs => $3) where q.id = $1 and q.attempts = $2`, [
        id,
        attempts,
        lease,
      ])
      // The next try is soon.
      .catch(() => {})
  }
  const timer = setInterval(prolong, (lease * 1_000) / 4)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await last
  }
}

/** Takes and sends as long as Kaiku runs, in any number of processes. `send`: starts what is due; how much that was. */
export function startQueue(
  stores: Stores,
  { name, what, limits, idle, failed, isEachReceiverOwnWork }: Queue,
  log: Say,
  send: (lanes: WorkLanes, stopped: AbortSignal) => Promise<number>,
): BackgroundJob {
  let hear: ((error: unknown) => void) | null = null
  const workOf = ({ receiver }: WorkLane) => (isEachReceiverOwnWork ? receiver : name)
  const lanes = new WorkLanes(limits, (error) => hear?.(error), workOf)
  const loop = { stores, name, what, failed: { first: failed, longest: failed }, log, ended: () => lanes.allEnd() }
  return keepWorking(loop, async (stopped, telling) => {
    hear = telling.failed
    if ((await send(lanes, stopped)) === 0) await lanes.oneEnds(idle, stopped)
    return busy
  })
}

/** Milliseconds between two looks while there is much to send. */
const busy = 20
