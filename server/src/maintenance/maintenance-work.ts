import { forgetVisits } from '../analytics/forget-visits.ts'
import type { RecurringWork, Run } from '../background-work/recurring-work.ts'
import { type BackgroundJob, keepWorking, type Say } from '../background-work/work-loop.ts'
import { build } from '../configuration/installation.ts'
import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { adapt } from '../feed/schema.ts'
import { forgetUnused } from '../filter-reference/filter-reference.ts'
import { forgetLiveEvents } from '../live-event/forget-events.ts'
import { noteReady, publishedSurveys } from '../projection/projection-survey.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { presentTables } from '../projection/table.ts'
import { eraseExpired } from '../retention/erase-expired.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { forgetTasks } from '../task/task.ts'
import { maintain, trimChanges } from './maintain.ts'
import { isPurgeOverdue } from './purge.ts'

const hour = 3_600_000

/**
 * Makes ready once what figures are made of, of every survey: a data directory of ClickHouse that was lost, or a publish
 * that was broken off, leaves surveys without their table. What this build found ready before is not looked at again.
 */
export function startAdapting(stores: Stores, log: Say): BackgroundJob {
  let left: readonly Unready[] | null = null
  const loop = { stores, name: 'tables', what: 'Tables of figures wait', failed: { first: 1_000, longest: hour }, log }
  return keepWorking(loop, async (signal, { failed }) => {
    const unready = await unreadySurveys(stores, build)
    // One that could not be made ready may be gone by now.
    left = unready.filter(({ survey }) => left?.some((one) => one.survey === survey) ?? true)
    const broken: Unready[] = []
    for (const survey of left) {
      if (signal.aborted) break
      try {
        await makeReady(stores, survey, (line) => signal.aborted || log(line))
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

type Unready = { readonly survey: number; readonly state: string }

/**
 * The published surveys whose tables may lack something: those that a program did not find ready as they are now, or of
 * which ClickHouse has lost a table. In two statements, however many there are. `program`: null tells none from another.
 */
export async function unreadySurveys(stores: Stores, program: string | null): Promise<readonly Unready[]> {
  const published = await publishedSurveys(stores.service, program ?? '')
  if (program === null) return published
  const present = await presentTables(stores)
  const isThere = (survey: number) => present.has(tableOf(survey)) && present.has(rollupTableOf(survey))
  return published.filter(({ survey, isReady }) => !isReady || !isThere(survey))
}

/** Makes one ready, and notes it for whoever starts next. */
export async function makeReady(stores: Stores, { survey, state }: Unready, log: Say): Promise<void> {
  await adapt(stores, await surveyByNumber(stores, survey), log)
  await noteReady(stores.service, survey, state)
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
