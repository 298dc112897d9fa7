import { Readable } from 'node:stream'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { actorIn } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isEverywhere, quietScopeOf, scopeOf } from '../selection/scope.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import type { StoredTask } from '../task/task.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { findUniverseById } from '../universe/universe.ts'
import { keptArchive, removeArchive } from '../universe-copy/kept-archive.ts'
import { exportSurvey, refuseProtected } from './export-survey.ts'
import { type ImportedSurvey, importSurvey } from './import-survey.ts'
import type { SurveyChoice } from './survey-table.ts'

export const exportInput = z.object({ withAnswers: z.boolean(), withContacts: z.boolean() })
export const importInput = z.object({ archive: z.uuid(), as: z.string().nullable() })
export const importOutput = z.object({
  survey: z.string(),
  interviews: z.number(),
  differing: z.array(z.string()),
  notCarried: z.array(z.string()),
})

/** Hours for which an export can be fetched, and what is told of an import. */
const hours = 24

/**
 * Throws Fault `forbidden` unless somebody may take along what they choose of a survey: all of it leaves, so each right has
 * to hold in all of its places.
 */
export function refuseExport(who: Viewer, dictionary: Dictionary, choice: SurveyChoice): void {
  scopeOf(who, dictionary, 'editConfiguration')
  refuseProtected(dictionary, choice)
  const answers = ['export', 'seeInterviews', 'seeComments'] as const
  const needed = choice.withAnswers ? [...answers, ...(choice.withContacts ? (['seeContacts'] as const) : [])] : []
  if (needed.some((right) => !isEverywhere(quietScopeOf(who, dictionary, right))))
    throw refuse('forbidden', 'surveyCopy.rights')
}

/** The person of a task as of now. */
async function personOf(stores: Stores, { person, universe }: StoredTask) {
  const viewer = await viewerNow(stores, person, universe)
  if (!viewer) throw new Fault('forbidden', 'This person has no account here any more.')
  return viewer
}

export const surveyExportWorker: TaskWorker = {
  type: 'surveyExport',
  async make({ stores, task, progress }: TaskRun): Promise<TaskMade> {
    const { who } = await personOf(stores, task)
    const universe = await findUniverseById(stores, task.universe)
    if (!universe || task.survey === null) throw new Fault('not_found', 'There is no such survey.')
    const dictionary = await surveyByNumber(stores, task.survey)
    const choice = exportInput.parse(task.input)
    refuseExport(who, dictionary, choice)
    const what = choice.withAnswers ? 'survey' : 'definition'
    return {
      name: `${dictionary.extName}-${what}-${new Date().toISOString().slice(0, 10)}.zip`,
      type: 'application/zip',
      content: exportSurvey(stores, universe, dictionary, choice, progress),
      hours,
      output: null,
    }
  },
}

/** Makes a survey of an uploaded archive; what it makes is the account of what came along and what did not. */
export const surveyImportWorker: TaskWorker = {
  type: 'surveyImport',
  async make({ stores, task, progress, signal }: TaskRun): Promise<TaskMade> {
    const { who, person } = await personOf(stores, task)
    const { archive, as } = importInput.parse(task.input)
    try {
      if (!may.addSurvey(who)) throw refuse('forbidden', 'surveyCopy.rights')
      const imported = await importSurvey(stores, keptArchive(stores, archive), {
        universe: task.universe,
        as: as ?? undefined,
        seed: task.id,
        progress,
        signal,
        actor: actorIn(task.universe, person),
      })
      await removeArchive(stores, archive)
      return {
        name: `${imported.extName}-import.txt`,
        type: 'text/plain; charset=utf-8',
        content: Readable.from([accountOf(imported)]),
        hours,
        output: {
          survey: imported.extName,
          interviews: imported.rows.interview ?? 0,
          differing: [...imported.differing],
          notCarried: imported.manifest.notCarried,
        } satisfies z.input<typeof importOutput>,
      }
    } catch (error) {
      // A refusal is final; all else is tried again.
      if (error instanceof Fault && error.code !== 'unavailable' && error.code !== 'busy')
        await removeArchive(stores, archive)
      throw error
    }
  },
}

/** What came of an import, line by line. */
export const accountOf = ({ extName, manifest, rows, differing }: ImportedSurvey): string =>
  [
    `${extName} was made of an export of ${manifest.surveys[0]?.extName} of ${manifest.universe.name} of ${manifest.madeAt}.`,
    '',
    ...Object.entries(rows).map(([table, count]) => `${table}: ${count}`),
    ...(differing.length > 0
      ? ['', `Settings that are others in this universe, so figures may be too: ${differing.join(', ')}`]
      : []),
    '',
    'Not in the export:',
    ...manifest.notCarried.map((line) => `  ${line}`),
    '',
  ].join('\n')
