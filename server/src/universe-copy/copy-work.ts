import { Readable } from 'node:stream'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import { actorIn } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { type Person, personById } from '../person/person.ts'
import type { StoredTask } from '../task/task.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { findUniverseById } from '../universe/universe.ts'
import { copyUniverse } from './copy-universe.ts'
import { exportUniverse, refuseProtected } from './export-universe.ts'
import { type ImportedUniverse, importUniverse } from './import-universe.ts'
import { keptArchive, removeArchive } from './kept-archive.ts'

export const exportInput = z.object({ withAnswers: z.boolean() })
const copied = z.object({ universe: z.uuid(), answers: z.number().nullable(), seed: z.number() })
/** `copy`: what is made of another universe rather than of an archive that somebody uploaded. */
export const importInput = z.object({
  archive: z.uuid(),
  as: z.string(),
  title: z.string().nullable(),
  copy: copied.nullable().default(null),
})
export const importOutput = z.object({
  interviews: z.number(),
  taken: z.array(z.string()),
  notCarried: z.array(z.string()),
})

/** Hours for which an export can be fetched, and what is told of an import. */
const hours = 24

/** Root as of now: whoever is not any more gets nothing. */
async function rootOf(stores: Stores, { person }: Pick<StoredTask, 'person'>): Promise<Person> {
  const found = await personById(stores, person)
  if (!found?.isRoot || found.isDeactivated) throw refuse('forbidden', 'universeCopy.rootOnly')
  return found
}

export const universeExportWorker: TaskWorker = {
  type: 'universeExport',
  async make({ stores, task, progress }: TaskRun): Promise<TaskMade> {
    await rootOf(stores, task)
    const universe = await findUniverseById(stores, task.universe)
    if (!universe) throw new Fault('not_found', 'There is no such universe.')
    const { withAnswers } = exportInput.parse(task.input)
    if (withAnswers) await refuseProtected(stores, universe)
    return {
      name: archiveName(universe.name, withAnswers),
      type: 'application/zip',
      content: exportUniverse(stores, universe, { withAnswers, progress }),
      hours,
      output: null,
    }
  },
}

/** What an archive is called where it is kept. */
export const archiveName = (universe: string, withAnswers: boolean): string =>
  `${universe}-${withAnswers ? 'universe' : 'configuration'}-${new Date().toISOString().slice(0, 10)}.zip`

/** Makes a universe of an uploaded archive, or of another universe; what it makes is the account of what came along and what did not. */
export const universeImportWorker: TaskWorker = {
  type: 'universeImport',
  async make({ stores, task, progress, signal }: TaskRun): Promise<TaskMade> {
    const person = await rootOf(stores, task)
    const { archive, as, title, copy } = importInput.parse(task.input)
    const own = {
      as,
      title: title ?? undefined,
      token: task.id,
      progress,
      signal,
      actor: actorIn(task.universe, person),
    }
    try {
      const imported = copy
        ? await copyUniverse(
            stores,
            await sourceOf(stores, copy.universe),
            Object.assign(own, { archive, answers: copy.answers, seed: copy.seed }),
          )
        : await importUniverse(stores, keptArchive(stores, archive), own)
      await removeArchive(stores, archive)
      return {
        name: `${as}-${copy ? 'copy' : 'import'}.txt`,
        type: 'text/plain; charset=utf-8',
        content: Readable.from([accountOf(imported, copy)]),
        hours,
        output: {
          interviews: imported.rows.interview ?? 0,
          taken: imported.taken,
          notCarried: imported.manifest.notCarried,
        },
      }
    } catch (error) {
      // A refusal is final; all else is tried again.
      if (error instanceof Fault && error.code !== 'unavailable' && error.code !== 'busy')
        await removeArchive(stores, archive)
      throw error
    }
  },
}

/** What is copied has to be there still. */
async function sourceOf(stores: Stores, id: string) {
  const universe = await findUniverseById(stores, id)
  if (!universe) throw refuse('not_found', 'universeCopy.sourceGone')
  return universe
}

/** What came of an import or a copy, line by line. */
export const accountOf = (
  { universe, manifest, rows, left, taken }: ImportedUniverse,
  copy: { readonly seed: number } | null = null,
): string =>
  [
    ...(copy ? [`All answers are made up (seed ${copy.seed}): none is that of a person.`] : []),
    `${universe.name} was made of ${copy ? 'the configuration' : 'an export'} of ${manifest.universe.name} of ${manifest.madeAt}. It is suspended: nobody but root gets in until it is resumed.`,
    '',
    ...Object.entries(rows).map(([table, count]) => `${table}: ${count}`),
    ...(taken.length > 0 ? ['', `User names that are somebody else's here, left out: ${taken.join(', ')}`] : []),
    ...(left > 0 ? ['', `Rows of people without an account here, left out: ${left}`] : []),
    '',
    copy ? 'Not copied:' : 'Not in the export:',
    ...manifest.notCarried.map((line) => `  ${line}`),
    '',
  ].join('\n')
