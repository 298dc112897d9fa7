import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Actor } from '../audit/audit.ts'
import { record } from '../audit/audit.ts'
import { filesOf } from '../backend/version.ts'
import { scriptInput } from '../computed/compute.ts'
import { isComputed } from '../computed/computed-variable.ts'
import { computedBy, publishedScripts } from '../computed/published-script.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publish } from '../publishing/definition.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { ownerOf } from './opened-script.ts'
import { orderRecalculation } from './recalculation-work.ts'
import {
  findScript,
  type ScriptOwner,
  scriptVersion,
  storeScriptVersion,
  type WrittenVariable,
} from './script.store.ts'
import { everyInterview } from './tried-interview.ts'
import { tryScript } from './try-script.ts'
import { withVariables, writtenVariables } from './variable-file.ts'

/** Interviews that a script must not fail on before it is published. */
const mostProved = 200

type Publishing = {
  readonly owner: ScriptOwner
  /** On whose interviews it is proved; of a survey's script the survey. */
  readonly dictionary: Dictionary
  readonly revision: number
  readonly actor: Actor
}

/** Makes the draft hold, if its tests pass. Throws Fault that says what is against it. */
export async function publishScript(
  stores: Stores,
  who: Viewer,
  { owner, dictionary, revision, actor }: Publishing,
): Promise<{ version: number; tasks: number }> {
  const script = await findScript(stores, owner)
  if (!script) throw refuse('not_found', 'script.nothing')
  if (script.revision !== revision) throw refuse('conflict', 'script.changed', { by: script.by })
  if (owner.survey !== null) refuseProtected(dictionary)
  const variables = await proved(stores, dictionary, script.source)
  if (owner.survey !== null) {
    const before = script.version === null ? null : await scriptVersion(stores, owner, script.id, script.version)
    const names = new Set(variables.map(({ id }) => id))
    const left = (before?.variables ?? []).map(({ id }) => String(id)).filter((id) => !names.has(id))
    const outer = await outerVariables(stores, dictionary)
    // What it leaves to a wider script is from now on as that one declares it.
    const theirs = left.flatMap((id): WrittenVariable[] => {
      const one = outer.get(id)
      return one ? [one] : []
    })
    const present = await filesOf(stores, dictionary, dictionary.version)
    const files = withVariables(present, [...variables, ...theirs], new Set(left))
    await publish(stores, dictionary.universe, files, who.username, { actor, onto: dictionary.version })
  }
  const version = await storeScriptVersion(stores, owner, { script, variables, by: who.username, person: who.userId })
  const surveys = await surveysOf(stores, owner, script.id)
  for (const survey of surveys) await orderRecalculation(stores, survey, who)
  await record(stores, owner.universe === null ? Object.assign({}, actor, { universe: null }) : actor, {
    action: 'script.publish',
    subject: owner.survey === null ? '' : dictionary.extName,
    after: { version, variables: variables.map(({ id }) => id) },
  })
  return { version, tasks: surveys.length }
}

export function refuseProtected({ definition }: Dictionary) {
  if (definition.settings.protection) throw refuse('forbidden', 'script.protected')
}

/** What a script declares, if nothing is against it. */
async function proved(stores: Stores, dictionary: Dictionary, source: string) {
  const interviews = await everyInterview(stores, dictionary, mostProved)
  const trial = await tryScript(
    source,
    interviews.map((one) => scriptInput(dictionary, one)),
  )
  if (trial.fault) throw refuse('invalid', 'script.failed', { message: trial.fault.message })
  if (trial.tests.length === 0) throw refuse('invalid', 'script.noTest')
  if (trial.tests.some(({ passed }) => !passed)) throw refuse('invalid', 'script.tests')
  if (trial.results.some(({ fault }) => fault)) throw refuse('invalid', 'script.interviews')
  if (trial.isSteady === false) throw refuse('invalid', 'script.unsteady')
  return writtenVariables(trial.variables)
}

/** What wider scripts declare, by name: that of the universe before the global one. */
async function outerVariables(stores: Stores, dictionary: Dictionary): Promise<ReadonlyMap<string, WrittenVariable>> {
  const scripts = await inUniverse(stores.pool, dictionary.universe, (client) => publishedScripts(client, dictionary))
  const found = new Map<string, WrittenVariable>()
  for (const { level, id, version } of scripts.filter((one) => one.level !== 'survey').toReversed()) {
    const stored = await scriptVersion(stores, ownerOf(dictionary, level), id, version)
    for (const one of stored?.variables ?? []) found.set(String(one.id), one)
  }
  return found
}

/** The surveys of which a script computes anything. */
async function surveysOf(stores: Stores, owner: ScriptOwner, script: string): Promise<Dictionary[]> {
  const { rows } = await query(
    stores.service,
    { number },
    `select number from survey where version > 0 and ($1::uuid is null or universe = $1) and ($2::int is null or number = $2)
     order by number`,
    [owner.universe, owner.survey],
  )
  const found: Dictionary[] = []
  for (const { number: survey } of rows) {
    const dictionary = await surveyByNumber(stores, survey)
    const questions = [...dictionary.questions.values()].map(({ question }) => question).filter(isComputed)
    const scripts = questions.length === 0 ? [] : await publishedScripts(stores.service, dictionary)
    if ([...computedBy(questions, scripts).values()].some(({ id }) => id === script)) found.push(dictionary)
  }
  return found
}

/** Takes the variables of a wider script into a survey. Throws Fault `not_found` where it is not published. */
export async function takeVariables(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  owner: ScriptOwner,
  actor: Actor,
): Promise<{ version: number; taskId: string }> {
  refuseProtected(dictionary)
  const script = await findScript(stores, owner)
  const published = script?.version ? await scriptVersion(stores, owner, script.id, script.version) : null
  if (!published) throw refuse('not_found', 'script.nothing')
  const files = withVariables(await filesOf(stores, dictionary, dictionary.version), published.variables, new Set())
  const { version } = await publish(stores, dictionary.universe, files, who.username, {
    actor,
    onto: dictionary.version,
  })
  return { version, taskId: await orderRecalculation(stores, await surveyByNumber(stores, dictionary.survey), who) }
}
