import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Feed, startFeed } from '../feed/feed.ts'
import { adapt } from '../feed/schema.ts'
import { eraseExpired } from '../interview-erasure/retention.ts'
import { forgetUnused } from '../kept-token/kept-token.ts'
import { forgetLiveEvents } from '../live-event/forget-events.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { maintain, trimChanges } from './maintain.ts'
import { isPurgeOverdue } from './purge.ts'

type Say = (line: string) => unknown

const hour = 3_600_000
/** In UTC. */
const nightHour = 2

/** Feeds ClickHouse, makes anew what it lacks, and does the night's work at night. */
export async function startProjection(stores: Stores, say: Say): Promise<Feed> {
  const feed = startFeed(stores, say)
  let isStopped = false
  // What is broken off by a stop is no news: the next start begins it again.
  const sayWhileRunning = (line: string) => isStopped || say(line)
  let busy = adaptAll(stores, sayWhileRunning)
  const timer = setInterval(() => {
    busy = busy.then(() => keep(stores, sayWhileRunning))
  }, hour)
  timer.unref()
  const stop = async () => {
    isStopped = true
    clearInterval(timer)
    await feed.stop()
  }
  return { ...feed, stop }
}

/** A data directory of ClickHouse that was lost, or a publish that was broken off, leaves surveys without their table. */
async function adaptAll(stores: Stores, say: Say): Promise<void> {
  const { rows } = await query(
    stores.service,
    { survey: number },
    'select number as survey from survey where version > 0 order by number',
  )
  for (const { survey } of rows)
    await reported(say, async () => adapt(stores, await surveyByNumber(stores, survey), say))
}

const keep = (stores: Stores, say: Say): Promise<void> =>
  reported(say, async () => {
    await forgetLiveEvents(stores)
    await forgetUnused(stores)
    const isNight = new Date().getUTCHours() === nightHour
    // A Kaiku that does not run at night does its work by day.
    if (!isNight && !(await isPurgeOverdue(stores))) return trimChanges(stores)
    await eraseExpired(stores, Date.now())
    return maintain(stores, say)
  })

/** What fails in the background is said and tried again the next time. */
async function reported(say: (line: string) => void, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}
