import { forgetVisits } from '../analytics/forget-visits.ts'
import type { RecurringWork, Run } from '../background-work/recurring-work.ts'
import { type BackgroundJob, keepWorking, type Say } from '../background-work/work-loop.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { adapt } from '../feed/schema.ts'
import { forgetUnused } from '../filter-reference/filter-reference.ts'
import { forgetLiveEvents } from '../live-event/forget-events.ts'
import { eraseExpired } from '../retention/erase-expired.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { forgetTasks } from '../task/task.ts'
import { maintain, trimChanges } from './maintain.ts'
import { isPurgeOverdue } from './purge.ts'

const hour = 3_600_000

/**
 * Makes ready once what figures are made of, of every survey: a data directory of ClickHouse that was lost, or a publish
 * that was broken off, leaves surveys without their table.
 */
export function startAdapting(stores: Stores, log: Say): BackgroundJob {
  let left: readonly number[] | null = null
  const loop = { stores, name: 'tables', what: 'Tables of figures wait', failed: { first: 1_000, longest: hour }, log }
  return keepWorking(loop, async (signal, { failed }) => {
    const published = await publishedSurveys(stores)
    // One that could not be made ready may be gone by now.
    left = left?.filter((survey) => published.includes(survey)) ?? published
    const broken: number[] = []
    for (const survey of left) {
      if (signal.aborted) break
      try {
        await adapt(stores, await surveyByNumber(stores, survey), (line) => signal.aborted || log(line))
      } catch (error) {
        failed(error)
        broken.push(survey)
      }
    }
    left = broken
    return broken.length > 0 ? adaptAgain : hour
  })
}

const adaptAgain = 60_000

async function publishedSurveys({ service }: Stores): Promise<number[]> {
  const { rows } = await query(
    service,
    { survey: number },
    'select number as survey from survey where version > 0 order by number',
  )
  return rows.map(({ survey }) => survey)
}

const hourly = (name: string, work: (stores: Stores) => Promise<unknown>): RecurringWork => ({
  name,
  of: 'kaiku',
  when: { every: hour },
  run: async ({ stores }) => {
    await work(stores)
    return null
  },
})

/** What is forgotten each hour, and what is done in the hours in which nobody works. */
export const maintenanceWorks: readonly RecurringWork[] = [
  hourly('events', forgetLiveEvents),
  hourly('selections', forgetUnused),
  hourly('changes', trimChanges),
  hourly('task files', forgetTasks),
  {
    name: 'retention',
    of: 'universe',
    goesOn: true,
    // Before the maintenance, which takes from the disk what it erases.
    when: { hour: 1 },
    run: async ({ stores, universe, now }) => {
      await forgetVisits(stores, universe, now)
      await eraseExpired(stores, now, universe)
      return null
    },
  },
  {
    name: 'maintenance',
    of: 'kaiku',
    when: { hour: 2 },
    run: async ({ stores, log, now, stopped }: Run) => {
      await maintain(stores, (line) => stopped.aborted || log(line))
      // What should have left the disk a day ago is not left for another night.
      return (await isPurgeOverdue(stores)) ? now + hour : null
    },
  },
]
