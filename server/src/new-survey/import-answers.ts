import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { actorIn } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { importFile } from '../import/import.ts'
import { recordImport } from '../import/import-audit.ts'
import type { Reject } from '../import/import-run.ts'
import { listImports } from '../import-log/import-log.ts'
import { personById } from '../person/person.ts'
import { surveyByNumber } from '../survey/survey.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { keptFile, removeFile } from './kept-file.ts'
import { emptyNewSurvey, newSurveyOfTask } from './new-survey.store.ts'

const taskInput = z.object({ newSurvey: z.uuid() })
/** Hours for which the rejected rows can be fetched. */
const hours = 7 * 24
const mostRejects = 100_000
const head = ['line', 'column', 'value', 'reason']

/** Imports the file that a survey was made of; what it makes is the list of rejected rows. */
export const answersWorker: TaskWorker = {
  type: 'import',
  async make(run: TaskRun): Promise<TaskMade> {
    const { stores, task } = run
    const found = await newSurveyOfTask(stores, task.universe, taskInput.parse(task.input).newSurvey)
    if (!found || task.survey === null) throw refuse('not_found', 'newSurvey.gone')
    const dictionary = await surveyByNumber(stores, task.survey)
    return importKept(run, dictionary, {
      name: found.file,
      path: keptFile(stores, found),
      rows: found.understood.rows,
      async onDone() {
        await removeFile(stores, found.id)
        await emptyNewSurvey(stores, found)
      },
    })
  },
}

type Kept = {
  readonly name: string
  readonly path: string
  /** As far as they were counted. */
  readonly rows: number
  /** Without, the one that fits. */
  readonly mapping?: string
  /** Forgets the file. */
  readonly onDone: () => Promise<unknown>
}

/** Imports a file that was kept, once; what it makes is the list of rejected rows. Throws Fault `not_found` for a forgotten file. */
export async function importKept(
  { stores, task, progress, signal }: TaskRun,
  dictionary: Dictionary,
  { name, path, rows: all, mapping, onDone }: Kept,
): Promise<TaskMade> {
  const rejects: Reject[] = []
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  const report = isThere
    ? await importFile(stores, dictionary, path, {
        mapping,
        onReject: (reject) => rejects.length < mostRejects && rejects.push(reject),
        onProgress: ({ rows }) => {
          // What was imported is kept: tried again, the import goes on here.
          signal.throwIfAborted()
          progress(Math.min(1, rows / Math.max(1, all)) * 0.99)
        },
      })
    : await importedBefore(stores, dictionary, name)
  if (isThere) {
    const person = await personById(stores, task.person)
    if (person) await recordImport(stores, actorIn(task.universe, person), dictionary, report)
    await onDone()
  }
  const { rows, inserted, corrected, unchanged, rejected } = report
  const lines = (isThere ? rejects : report.rejects).map(({ line, column, value, reason }) => [
    line,
    column,
    value,
    reason,
  ])
  return {
    name: `${name}.rejects.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from([csvFile([head, ...lines])]),
    hours,
    output: { rows, inserted, corrected, unchanged, rejected },
  }
}

/** What an attempt did that ended before it could tell. */
async function importedBefore({ pool }: Stores, dictionary: Dictionary, file: string): Promise<ImportReport> {
  const done = (await listImports(pool, dictionary)).find((one) => one.file === file && one.state === 'done')
  if (!done) throw refuse('not_found', 'newSurvey.gone')
  return done
}
