import { Readable } from 'node:stream'
import { responseCheckLimits } from '@kaiku/contract/response-check.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { createTask } from '../task/task.ts'
import type { TaskWorker } from '../task/task-work.ts'
import { type CheckReading, countKnown } from './check-data.ts'
import { findResponses } from './find-responses.ts'
import { keepFindings } from './response-check.store.ts'

/**
 * Looks for what may make answers of a survey look made, and puts it in place of what was found before; answers how much
 * that is. In a protected survey nothing is looked for, and nothing is kept.
 */
export async function checkResponses(
  stores: Stores,
  dictionary: Dictionary,
  now: number,
  progress: (share: number) => void = () => {},
): Promise<{ readonly interviews: number; readonly found: number }> {
  const { settings } = dictionary.definition
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    if (settings.protection) {
      await keepFindings(client, dictionary, { found: [], looked: {} }, 0)
      return { interviews: 0, found: 0 }
    }
    const reading: CheckReading = { client, dictionary, today: dayIn(settings.timeZone, now) }
    const interviews = await countKnown(reading)
    const { found, looked } = await findResponses(reading, progress)
    const kept = [...found].sort((a, b) => a.p - b.p || (a.key < b.key ? -1 : 1)).slice(0, responseCheckLimits.findings)
    await keepFindings(client, dictionary, { found: kept, looked }, interviews)
    return { interviews, found: kept.length }
  })
}

/** Looks through all surveys of a universe each night. */
export const responseChecks: RecurringWork = {
  name: 'response checks',
  of: 'universe',
  when: { hour: 3 },
  run: async ({ stores, universe, now, stopped }) => {
    const { rows } = await query(
      stores.service,
      { survey: number },
      'select number as survey from survey where universe = $1 and version > 0 order by number',
      [universe],
    )
    for (const { survey } of rows) {
      if (stopped.aborted) break
      await checkResponses(stores, await surveyByNumber(stores, survey), now)
    }
    return null
  },
}

const titles = { en: 'Response checks', fi: 'Vastausten tarkistus', sv: 'Svarskontroll', de: 'Antwortprüfung' }
/** Hours for which it is told what a check did. */
const hours = 24

/** Has a survey looked through in the background; the id of the task. */
export const orderCheck = (
  stores: Stores,
  { definition: { settings }, ...survey }: Dictionary,
  who: Viewer,
): Promise<string> =>
  createTask(stores, {
    type: 'responseCheck',
    person: who.userId,
    survey,
    title: `${localise(titles, who.locale, 'en')}: ${localise(settings.title, who.locale, settings.locale)}`,
    tellsPeople: false,
    input: {},
  })

export const responseCheckWorker: TaskWorker = {
  type: 'responseCheck',
  async make({ stores, task, progress }) {
    if (task.survey === null) throw new Fault('not_found', 'There is no such survey.')
    const dictionary = await surveyByNumber(stores, task.survey)
    const { interviews, found } = await checkResponses(stores, dictionary, Date.now(), progress)
    return {
      name: `${dictionary.extName} checked.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from([
        Buffer.from(
          csvFile([
            ['interviews', 'findings'],
            [interviews, found],
          ]),
        ),
      ]),
      hours,
      output: { interviews, found },
    }
  },
}
