import {
  type BackgroundWork,
  type QueueStanding,
  queueNames,
  type StepStanding,
} from '@kaiku/contract/background-work.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { loopStates } from '../background-work/loop-state.ts'
import { queueStates } from '../background-work/queue-state.ts'
import { recurringStates } from '../background-work/recurring-state.ts'
import type { Stores } from '../db/stores.ts'
import { changesBehind } from '../projection/pending.ts'
import { waitingTables } from './waiting-table.ts'

/**
 * How the background work of the viewer's universe goes. What goes on for all of Kaiku at once is told to operators
 * alone, and so is what was said of a failure: it may name whom a mail is for.
 */
export async function backgroundWork(stores: Stores, who: Viewer): Promise<BackgroundWork> {
  const queues = await Promise.all(queueNames.map((name) => queueOf(stores, who, name)))
  const recurring = (await recurringStates(stores, { universe: who.universe })).filter(
    ({ universe }) => who.isRoot || universe !== '',
  )
  const nightly = recurring.map(
    ({ work, doneAt, nextAt, fault }): StepStanding => ({
      name: work,
      doneAt: doneAt?.toISOString() ?? null,
      nextAt: nextAt.toISOString(),
      isFailing: fault !== null,
      behind: null,
      fault: who.isRoot ? fault : null,
    }),
  )
  return { queues, steps: [...(who.isRoot ? await loops(stores) : []), ...nightly] }
}

async function queueOf(stores: Stores, who: Viewer, queue: QueueStanding['queue']): Promise<QueueStanding> {
  const table = waitingTables[queue]
  const [state] = await queueStates(stores, table, who.universe)
  return {
    queue,
    waiting: state?.waiting ?? 0,
    givenUp: state?.givenUp ?? 0,
    since: state?.oldest?.toISOString() ?? null,
    canRetry: table.givenUp !== null,
    fault: who.isRoot ? (state?.fault ?? null) : null,
  }
}

async function loops(stores: Stores): Promise<StepStanding[]> {
  const behind: Partial<Record<string, number>> = await changesBehind(stores)
  return (await loopStates(stores)).map(({ name, doneAt, faultedAt, fault }) => ({
    name,
    doneAt: doneAt?.toISOString() ?? null,
    nextAt: null,
    isFailing: faultedAt !== null && (doneAt === null || faultedAt > doneAt),
    behind: behind[name] ?? null,
    fault,
  }))
}
