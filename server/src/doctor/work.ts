import { statSync } from 'node:fs'
import { type LoopState, loopStates } from '../background-work/loop-state.ts'
import { type QueueState, queueStates } from '../background-work/queue-state.ts'
import { type RecurringState, recurringStates } from '../background-work/recurring-state.ts'
import { type Check, type Finding, fault, lasting, ok, skipped, warning } from '../checkup/finding.ts'
import type { Stores } from '../db/stores.ts'
import { changesBehind } from '../projection/pending.ts'
import { waitingTables } from '../work-page/waiting-table.ts'

const name = 'background work'
const minute = 60_000
/** Milliseconds. */
const quiet = 10 * minute
const late = 60 * minute
const manyChanges = 10_000

/** What the background says of itself. */
export type WorkState = {
  readonly loops: readonly LoopState[]
  readonly queues: readonly (QueueState & { readonly queue: string })[]
  readonly recurring: readonly RecurringState[]
  readonly behind: { readonly figures: number; readonly alerts: number }
}

export async function readWork(stores: Stores): Promise<WorkState> {
  const queues = await Promise.all(
    Object.entries(waitingTables).map(async ([queue, table]) =>
      (await queueStates(stores, table)).map((state) => Object.assign({ queue }, state)),
    ),
  )
  return {
    loops: await loopStates(stores),
    queues: queues.flat(),
    recurring: await recurringStates(stores),
    behind: await changesBehind(stores),
  }
}

export function workFindings(
  { loops, queues, recurring, behind }: WorkState,
  now: number,
  hasMail: boolean,
): Finding[] {
  const newest = Math.max(...loops.map(({ doneAt }) => doneAt?.getTime() ?? 0))
  if (loops.length === 0 || now - newest > quiet)
    return [
      fault(name, {
        found: loops.length === 0 ? 'it never ran' : `nothing was done for ${lasting(now - newest)}`,
        means: 'Figures, alerts and mails stand still.',
        todo: 'Start kaiku start, or kaiku work beside kaiku web.',
      }),
    ]
  const found: Finding[] = []
  for (const { name: loop, doneAt, faultedAt, fault: said } of loops) {
    const isFailing = faultedAt !== null && (doneAt === null || faultedAt > doneAt)
    if (isFailing)
      found.push(
        warning(name, {
          found: `“${loop}” fails: ${said ?? ''}`,
          means: 'What it does waits until it goes well again.',
          todo: 'Mend what it says; it tries again by itself (kaiku jobs shows when).',
        }),
      )
  }
  for (const { queue, universe, waiting, givenUp, oldest, fault: said } of queues) {
    if (queue === 'mail' && !hasMail) continue
    const of = `${queue}${universe === '' ? '' : ` of ${universe}`}`
    if (givenUp > 0)
      found.push(
        warning(name, {
          found: `${givenUp} given up in ${of}${said === null ? '' : `: ${said}`}`,
          means: 'Nobody got them.',
          todo: `Mend what it says, then kaiku jobs retry ${queue}.`,
        }),
      )
    if (oldest !== null && now - oldest.getTime() > late)
      found.push(
        warning(name, {
          found: `${waiting} wait in ${of}, the first for ${lasting(now - oldest.getTime())}`,
          means: 'Receivers are slow or away, or the universe is suspended.',
          todo: 'kaiku jobs shows what failed last.',
        }),
      )
  }
  for (const { work, universe, nextAt, attempts, fault: said } of recurring) {
    const of = `“${work}”${universe === '' ? '' : ` of ${universe}`}`
    if (said !== null && attempts > 0)
      found.push(
        warning(name, {
          found: `${of} failed ${attempts} times: ${said}`,
          means: 'It is tried again later and later.',
          todo: 'Mend what it says.',
        }),
      )
    else if (now - nextAt.getTime() > late)
      found.push(
        warning(name, {
          found: `${of} is overdue by ${lasting(now - nextAt.getTime())}`,
          means: 'Something holds it up, or no process does it.',
          todo: 'See kaiku jobs and the log; start kaiku work again.',
        }),
      )
  }
  if (behind.figures > manyChanges || behind.alerts > manyChanges)
    found.push(
      warning(name, {
        found: `figures are ${behind.figures} changes behind, alerts ${behind.alerts}`,
        means: 'People see figures of before.',
        todo: 'Wait where something large is imported; else see whether a long transaction holds it up.',
      }),
    )
  return found.length > 0 ? found : [ok(name, `all of it went well within ${lasting(quiet)}`)]
}

export const work: Check = {
  name,
  look: async ({ stores, isRunning, configuration, now }) => {
    if (stores === null) return []
    if (!isRunning) return [skipped(name, 'Kaiku does not run')]
    return workFindings(await readWork(stores), now(), configuration.mail.smtpUrl !== null)
  },
}

/** Whether two paths are on one disk. */
export const isSameDisk = (one: string, other: string): boolean => statSync(one).dev === statSync(other).dev
