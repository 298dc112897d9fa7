import type { FetchRule } from '@kaiku/contract/fetched-file.ts'
import { nextRun } from '@kaiku/core/schedule-time.ts'
import type pg from 'pg'
import { type Due, type Queue, settle, startQueue, takeDue } from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { putTask } from '../task/task.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { insertRun, listRuns, moveOn, readAddress, type StoredAddress } from './fetched-file.store.ts'

/** Each address is a row that is due at its next time. */
export const fetchQueue: Queue = {
  name: 'fetches',
  what: 'Addresses wait to be fetched from',
  table: 'fetch_address',
  receiver: 'q.universe',
  receivers: `select distinct q.universe as receiver from fetch_address q
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

/** When an address is due next after a moment; both milliseconds since 1970. Machines have no days off. */
export async function nextFetch(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  { rule, zone }: { readonly rule: FetchRule; readonly zone: string },
  after: number,
): Promise<number> {
  const { weekStart, fiscalYearStart } = (await readUniverse(client, universe)).settings
  const { minutes, ...days } = rule
  const next = nextRun({ rule: days, minutes, zone, calendar: { weekStart, fiscalYearStart }, daysOff: [] }, after)
  if (next === null) throw new Error('a rule names no day')
  return next
}

/** Asks for what is due, as long as Kaiku runs, in any number of processes. */
export const startFetches = (stores: Stores, log: Say): BackgroundJob =>
  startQueue(stores, fetchQueue, log, (lanes, stopped) => runFetches(stores, log, lanes, stopped))

/** Starts to ask for what is due, as much as fits in the lanes; how much that was. `clock`: as in `takeDue`. */
export async function runFetches(
  stores: Stores,
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
  clock: number | null = null,
): Promise<number> {
  const due = await takeDue(stores, fetchQueue, lanes, clock)
  for (const one of due) lanes.start(one, () => runOne(stores, one, log, stopped))
  return due.length
}

async function runOne(stores: Stores, due: Due, log: Say, stopped: AbortSignal): Promise<void> {
  try {
    await planFetch(stores, due)
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    if (!stopped.aborted) log(`${fetchQueue.what}: ${due.id}: ${fault}`)
    await settle(stores, fetchQueue, due, { fault }, stopped)
  }
}

/** Has a task do what is due, once, and moves on to the next time: both or neither. */
async function planFetch({ service }: Stores, due: Due): Promise<void> {
  const address = await readAddress(service, due)
  if (address?.state !== 'waiting') return
  const next = await nextFetch(service, due.universe, address, Math.max(due.at, address.dueAt.getTime()))
  const isDue = address.dueAt.getTime() <= due.at
  await inTransaction(service, async (client) => {
    // Planned already by who died before this was noted: due at its next time alone.
    const moved = await moveOn(client, address, isDue ? next : address.dueAt.getTime())
    if (isDue && moved && address.person !== null) await putFetch(client, address, address.person, false)
    crashPoint('planned')
  })
}

/** Has a task ask an address, for somebody; where one does already nothing more. */
export async function putFetch(
  client: pg.PoolClient,
  address: StoredAddress,
  person: string,
  isByHand: boolean,
): Promise<void> {
  await client.query('select from fetch_address where universe = $1 and id = $2 for update', [
    address.universe,
    address.id,
  ])
  const [last] = await listRuns(client, address, 1)
  if (last?.outcome === 'running') return
  const { universe, survey, title } = address
  const task = await putTask(client, {
    type: 'fetch',
    person,
    survey: { universe, survey },
    title,
    tellsPeople: true,
    input: { address: address.id },
  })
  await insertRun(client, address, { task, isByHand })
}
