import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { actorOf } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { isSame, publish, readDefinition } from '../publishing/definition.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { listSurveys } from '../survey/survey.ts'
import { createTask } from '../task/task.ts'
import { noteNewSurvey, type StoredNewSurvey } from './new-survey.store.ts'

/**
 * Publishes the survey that a file makes and has the file imported in the background. Called again after it was broken
 * off it goes on. Throws Fault `conflict` where the universe has another survey of that name.
 */
export async function publishNewSurvey(
  stores: Stores,
  who: Viewer,
  found: StoredNewSurvey,
  address: string,
): Promise<void> {
  if (found.task !== null) throw refuse('conflict', 'newSurvey.published')
  const files = new Map(Object.entries(found.definition))
  const { extName } = readDefinition(files).definition.settings
  const survey =
    (await published(stores, who.universe, extName, files)) ?? (await publishFirst(stores, who, files, address))
  const task = await createTask(stores, {
    type: 'import',
    person: who.userId,
    survey: { universe: who.universe, survey },
    title: found.file,
    tellsPeople: true,
    input: { newSurvey: found.id },
  })
  await noteNewSurvey(stores, found, survey, task)
}

type Files = ReadonlyMap<string, string>

/** The survey that a broken-off try left behind; null for none. */
async function published(stores: Stores, universe: string, extName: string, files: Files): Promise<number | null> {
  const surveys = await listSurveys(stores, universe)
  const known = surveys.find((one) => one.extName.toLowerCase() === extName.toLowerCase())
  if (!known) return null
  const before = await inUniverse(stores.pool, universe, (client) => readFiles(client, known))
  if (known.version !== 1 || !isSame(before, files)) throw refuse('conflict', 'newSurvey.taken', { name: extName })
  return known.survey
}

async function publishFirst(stores: Stores, who: Viewer, files: Files, address: string): Promise<number> {
  try {
    const { survey } = await publish(stores, who.universe, files, who.username, {
      actor: actorOf(who, address),
      // Never over what somebody published meanwhile.
      onto: 0,
    })
    return survey
  } catch (error) {
    if (error instanceof Fault && error.code === 'conflict') {
      const { extName } = readDefinition(files).definition.settings
      throw refuse('conflict', 'newSurvey.taken', { name: extName })
    }
    throw error
  }
}
