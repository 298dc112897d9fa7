import { number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type LaneLimits, WorkLanes } from './work-lanes.ts'
import { type BackgroundJob, keepWorking } from './work-loop.ts'

/**
 * A table in which something waits for others to take it: a mail server, a webhook, a browser's push service. It has the
 * columns id, universe, state, next_at, attempts and fault; in SQL a row of it is `q`.
 */
export type Queue = {
  /** What waits, as it is said where it cannot be sent. */
  readonly what: string
  readonly table: string
  /** Whom a row is for, and a statement that names all for whom something may wait, as `receiver`: each has a lane. */
  readonly receiver: string
  readonly receivers: string
  readonly limits: LaneLimits
  /** Milliseconds until it is looked again: where nothing waited, and where that failed. */
  readonly idle: number
  readonly failed: number
  /** Seconds until what was not taken is tried again: doubled each time, at most the longest. */
  readonly pause: { readonly first: number; readonly longest: number }
  /** Seconds for which who sends something has it alone; longer than any attempt lasts. */
  readonly lease: number
  /** After as many attempts it is given up; null: never for that. */
  readonly mostAttempts: number | null
  /** What is noted of what was taken and of what is given up, as in `update … set`; null: it is not kept. */
  readonly taken: string | null
  readonly dead: string | null
  /** The state of what was given up, and which of it can be tried again, over `q`; null: nothing is ever kept. */
  readonly givenUp: { readonly state: string; readonly again: string } | null
}

const dueColumns = { id: text, universe: text, receiver: text, attempts: number } satisfies Shape

/** What this process alone sends now. `universe`: empty for what belongs to none. */
export type Due = {
  readonly id: string
  readonly universe: string
  readonly receiver: string
  readonly attempts: number
}

/** What became of it: taken, nothing to send any more, or not taken and why; `isFinal`: it never will be. */
export type Outcome = 'taken' | 'gone' | { readonly fault: string; readonly isFinal?: boolean }

const isDue = `q.state = 'waiting' and q.next_at <= now()`

/**
 * Takes what is due, as much as fits in the lanes: of each receiver and of each universe no more than its lane has room
 * for, the universes in turn. Who dies with it has it for the lease; then it is due again.
 */
export async function takeDue(
  { service }: Pick<Stores, 'service'>,
  { table, receiver, receivers, limits, lease }: Queue,
  lanes: WorkLanes,
): Promise<readonly Due[]> {
  if (lanes.free === 0) return []
  const { rows } = await query(
    service,
    dueColumns,
    `with due as (
       select place, universe, next_at, row_number() over (partition by universe order by next_at) as turn
       from (${receivers}) r cross join lateral (
         select q.ctid as place, coalesce(q.universe::text, '') as universe, q.next_at from ${table} q
         where ${receiver} = r.receiver and ${isDue}
         order by q.next_at limit greatest(0, $3 - coalesce(($4::jsonb ->> r.receiver::text)::int, 0))
         for update skip locked) q),
     fitting as (
       select place from due where turn <= $5 - coalesce(($6::jsonb ->> universe)::int, 0)
       order by turn, next_at limit $1)
     update ${table} q set next_at = now() + make_interval(secs => $2), attempts = q.attempts + 1
     from fitting where q.ctid = fitting.place
     returning q.id, coalesce(q.universe::text, '') as universe, ${receiver}::text as receiver, q.attempts`,
    [
      lanes.free,
      lease,
      limits.receiver,
      JSON.stringify(lanes.busy('receiver')),
      limits.universe,
      JSON.stringify(lanes.busy('universe')),
    ],
  )
  return rows
}

/** Notes what became of it; where Kaiku was stopped meanwhile, what was not taken is due again at once. */
export async function settle(
  { service }: Pick<Stores, 'service'>,
  { table, taken, dead, pause, mostAttempts }: Queue,
  { id, universe, attempts }: Due,
  outcome: Outcome,
  stopped: AbortSignal,
): Promise<void> {
  const own = `q.id = $1 and ($2 = '' or q.universe = nullif($2, '')::uuid)`
  const keep = (set: string, ...values: unknown[]) =>
    service.query(`update ${table} q set ${set} where ${own}`, [id, universe, ...values])
  const drop = () => service.query(`delete from ${table} q where ${own}`, [id, universe])
  if (outcome === 'gone') await drop()
  else if (outcome === 'taken') await (taken === null ? drop() : keep(`${taken}, fault = null`))
  else if (stopped.aborted && !outcome.isFinal) await keep('next_at = now(), attempts = attempts - 1')
  else {
    const fault = outcome.fault.slice(0, 500)
    const isOver = outcome.isFinal || (mostAttempts !== null && attempts >= mostAttempts)
    const seconds = Math.min(pause.longest, pause.first * 2 ** (attempts - 1))
    if (!isOver) await keep('fault = $3, next_at = now() + make_interval(secs => $4)', fault, seconds)
    else await (dead === null ? drop() : keep(`${dead}, fault = $3`, fault))
  }
}

/** Takes and sends as long as Kaiku runs, in any number of processes. `send`: starts what is due; how much that was. */
export function startQueue(
  { what, limits, idle, failed }: Pick<Queue, 'what' | 'limits' | 'idle' | 'failed'>,
  say: (line: string) => void,
  send: (lanes: WorkLanes, stopped: AbortSignal) => Promise<number>,
): BackgroundJob {
  const lanes = new WorkLanes(limits, (error) =>
    say(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  )
  return keepWorking({ what, failed, say, ended: () => lanes.allEnd() }, async (stopped) => {
    if ((await send(lanes, stopped)) === 0) await lanes.oneEnds(idle, stopped)
    return busy
  })
}

/** Milliseconds between two looks while there is much to send. */
const busy = 20
