import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { answersWorker, importKept } from '../new-survey/import-answers.ts'
import { surveyByNumber } from '../survey/survey.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { mappingFileOfTask } from './mapping-file.store.ts'
import { keptMappingFile, removeMappingFile } from './mapping-file.ts'

const taskInput = z.object({ mappingFile: z.uuid(), mapping: z.string(), rows: z.int() })

/** Imports a later file by the mapping that was published for it. */
async function importMapped(run: TaskRun, { mappingFile, mapping, rows }: z.output<typeof taskInput>) {
  const { stores, task } = run
  const found = await mappingFileOfTask(stores, task.universe, mappingFile)
  if (!found || task.survey === null) throw refuse('not_found', 'newSurvey.gone')
  const dictionary = await surveyByNumber(stores, task.survey)
  return importKept(run, dictionary, {
    name: found.file,
    path: keptMappingFile(stores, found),
    rows,
    mapping,
    // The row stays for a day, for an attempt that comes after this one.
    onDone: () => removeMappingFile(stores, found.id),
  })
}

/** Imports files that people kept: what a survey was made of, and later ones. */
export const importWorker: TaskWorker = {
  type: 'import',
  async make(run: TaskRun): Promise<TaskMade> {
    const later = taskInput.safeParse(run.task.input)
    return later.success ? importMapped(run, later.data) : answersWorker.make(run)
  },
}
