import type { Definition } from '@kaiku/contract/definition.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { type Actor, record } from '../audit/audit.ts'
import { forgetConditions } from '../condition-script/condition-standing.ts'
import { conditionsIn } from '../condition-script/named-condition.ts'
import { inUniverse } from '../db/postgres.ts'
import { number as numberColumn, query, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { changesByFile } from '../definition/definition-diff.ts'
import { type Files, parseDefinition, readDefinition } from '../definition/read-definition.ts'
import { addSurvey, storeSurveyVersion } from '../dictionary/change-survey.ts'
import { holdSurvey } from '../dictionary/hold-survey.ts'
import { adapt } from '../feed/schema.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { storePlaces } from '../view/store-places.ts'
import { storeColumns, storeVersion, type Target } from './definition.store.ts'
import { placeAnew } from './placing.ts'
import { proveConditions } from './prove-conditions.ts'

export { readDefinition } from '../definition/read-definition.ts'

export type Published = {
  /** The survey's internal number. */
  readonly survey: number
  readonly version: number
  readonly extName: string
  /** False: these very files are the published version, so nothing happened. */
  readonly changed: boolean
  /** Interviews that belong elsewhere now. */
  readonly moved: number
  /** Questions whose type changed: their answers so far are not of the new type and have to be imported again. */
  readonly retyped: readonly string[]
}

export type PublishOptions = {
  /** Hears how many interviews were looked at while they are placed anew. */
  readonly onProgress?: (done: number) => void
  readonly log?: (line: string) => void
  /** The version that was looked at: onto another one nothing is published. */
  readonly onto?: number
  /** Whom the audit log names; without, whoever published, from nowhere. */
  readonly actor?: Actor
}

/**
 * Makes the files the survey's next version, whole or not at all; publishes of one survey wait for each other.
 * Throws Fault `invalid` with all that is wrong, also where a script of a condition fails its tests, `conflict` when stored answers would change their meaning or another
 * version was looked at.
 */
export async function publish(
  stores: Stores,
  universe: string,
  files: Files,
  by: string,
  { onProgress, log, actor, onto }: PublishOptions = {},
): Promise<Published> {
  const { definition } = readDefinition(files)
  const proved = await proveConditions(stores, universe, definition)
  const stored = await inUniverse(stores.pool, universe, (client) =>
    store(client, universe, definition, files, by, onto),
  )
  if (stored.changed)
    await record(stores, actor ?? { universe, userId: null, name: by, actingAs: null, address: '' }, {
      action: 'configuration.publish',
      subject: stored.extName,
      ...stored.difference,
    })
  const dictionary = await surveyByNumber(stores, stored.survey)
  const named = conditionsIn(definition).map(({ script }) => script)
  await inUniverse(stores.pool, universe, (client) => forgetConditions(client, dictionary, named, proved))
  // Also when nothing changed: an earlier try may have been broken off right here.
  await adapt(stores, dictionary, log)
  const { unplaced, difference: _, ...published } = stored
  const moved = unplaced ? await placeAnew(stores, dictionary, onProgress) : 0
  return { ...published, moved }
}

type Stored = Omit<Published, 'moved'> & {
  readonly unplaced: boolean
  readonly difference: { readonly before: unknown; readonly after: unknown } | null
}

/** What the audit log says of a publish: of the first one its files, of later ones what they change. */
function differenceOf(before: Files | null, after: Files, version: number): Stored['difference'] {
  if (before === null) return { before: null, after: { version, files: [...after.keys()] } }
  const changes = changesByFile(before, after)
  return { before: { version: version - 1, ...changes.before }, after: { version, ...changes.after } }
}

async function store(
  client: pg.PoolClient,
  universe: string,
  definition: Definition,
  files: Files,
  by: string,
  onto: number | undefined,
): Promise<Stored> {
  const { extName } = definition.settings
  const own = [universe, extName]
  await addSurvey(client, universe, extName)
  const found = await query(
    client,
    { number: numberColumn },
    'select number from survey where universe = $1 and ext_name = $2',
    own,
  )
  // Chunks of imports hold the survey first too, so neither waits for one that waits for it.
  for (const { number } of found.rows) await holdSurvey(client, number)
  const { rows } = await query(
    client,
    { survey: numberColumn, version: numberColumn, unplaced: texts },
    'select number as survey, version, unplaced from survey where universe = $1 and ext_name = $2 for update',
    own,
  )
  const [survey] = rows
  if (!survey) throw new Error('the survey row vanished while it was locked')
  if (onto !== undefined && survey.version !== onto)
    throw new Fault('conflict', `Version ${survey.version} was published meanwhile: look at it first.`)
  const present: Target = { universe, survey: survey.survey, version: survey.version }
  const before = survey.version === 0 ? null : await readFiles(client, present)
  const isOpen = survey.unplaced.length > 0
  if (before && isSame(before, files))
    return {
      survey: survey.survey,
      version: survey.version,
      extName,
      changed: false,
      retyped: [],
      unplaced: isOpen,
      difference: null,
    }

  const next = { ...present, version: survey.version + 1 }
  const old = before ? parseDefinition(before) : null
  if (old) await keepMeaning(client, present, old, definition)
  await storeVersion(client, next, files, by)
  const retyped = await storeColumns(client, next, definition)
  const moved = await storePlaces(client, next, old, definition)
  await storeSurveyVersion(client, next, moved)
  const unplaced = isOpen || moved.length > 0
  const difference = differenceOf(before, files, next.version)
  return { survey: next.survey, version: next.version, extName, changed: true, retyped, unplaced, difference }
}

export const isSame = (a: Files, b: Files): boolean =>
  a.size === b.size && [...a].every(([path, text]) => b.get(path) === text)

/** Numbers are kept as whole multiples of their last decimal: another count of decimals would move the point of old answers. */
async function keepMeaning(client: pg.PoolClient, { universe, survey }: Target, old: Definition, next: Definition) {
  const before = new Map(old.questions.map((question) => [question.id, question]))
  const moved = next.questions.flatMap((question, i): FaultDetail[] => {
    const was = before.get(question.id)
    if (was?.type !== 'number' || question.type !== 'number' || was.decimals === question.decimals) return []
    const place = `questions[${i}].decimals`
    return [{ file: 'questions.json', place, expected: String(was.decimals), found: String(question.decimals) }]
  })
  if (moved.length === 0) return
  const answered = await client.query('select 1 from interview where universe = $1 and survey = $2 limit 1', [
    universe,
    survey,
  ])
  if (answered.rowCount)
    throw new Fault('conflict', 'Stored answers have a fixed number of decimals: use a new question instead.', moved)
}
