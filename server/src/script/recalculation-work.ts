import { Readable } from 'node:stream'
import type { Viewer } from '@kaiku/core/access.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { endRecalculation, recalculate } from '../computed/recalculate.ts'
import { forgetStanding } from '../computed/script-standing.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { createTask } from '../task/task.ts'
import type { TaskWorker } from '../task/task-work.ts'

/** Hours for which it is told what a recalculation did. */
const hours = 7 * 24

const titles = {
  en: 'Computed variables',
  fi: 'Lasketut muuttujat',
  sv: 'Beräknade variabler',
  de: 'Berechnete Variablen',
}

/** Has the variables of a survey computed anew in the background; the id of the task. Scripts that were stopped are asked again. */
export async function orderRecalculation(stores: Stores, dictionary: Dictionary, who: Viewer): Promise<string> {
  await inUniverse(stores.pool, dictionary.universe, (client) => forgetStanding(client, dictionary))
  return createTask(stores, {
    type: 'recalculation',
    person: who.userId,
    survey: dictionary,
    title: `${localise(titles, who.locale, 'en')}: ${localise(dictionary.definition.settings.title, who.locale, dictionary.definition.settings.locale)}`,
    tellsPeople: false,
    input: {},
  })
}

/** Computes the variables of a survey anew; begun again, it goes on where it was. */
export const recalculationWorker: TaskWorker = {
  type: 'recalculation',
  async make({ stores, task, progress, signal }) {
    if (task.survey === null) throw refuse('not_found', 'script.nothing')
    const dictionary = await surveyByNumber(stores, task.survey)
    const { done, changed, failed } = await recalculate(stores, dictionary, task.id, progress, signal)
    await endRecalculation(stores, dictionary, task.id)
    return {
      name: `${dictionary.extName} computed.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from([
        Buffer.from(
          csvFile([
            ['interviews', 'changed', 'failed'],
            [done, changed, failed],
          ]),
        ),
      ]),
      hours,
      output: { done, changed, failed },
    }
  },
}
