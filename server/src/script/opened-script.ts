import type { Question } from '@kaiku/contract/question.ts'
import type { OpenedScript, ScriptInput, ScriptLevel, ScriptVariable } from '@kaiku/contract/script.ts'
import { type ComputedQuestion, isComputed, readVariables } from '../computed/computed-variable.ts'
import { computedBy, publishedScripts } from '../computed/published-script.ts'
import { standingOf } from '../computed/script-standing.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { findScript, type ScriptOwner, scriptVersion, scriptVersions, type WrittenVariable } from './script.store.ts'

export const ownerOf = ({ universe, survey }: Dictionary, level: ScriptLevel): ScriptOwner => ({
  universe: level === 'global' ? null : universe,
  survey: level === 'survey' ? survey : null,
})

export const shownVariable = (question: ComputedQuestion): ScriptVariable => ({
  id: question.id,
  title: question.title,
  type: question.type,
  options: optionsOf(question),
})

const optionsOf = (question: Question) =>
  'options' in question
    ? question.options.map(({ code, title }) => ({ code, title }))
    : 'labels' in question
      ? question.labels.map(({ code, title }) => ({ code: String(code), title }))
      : []

const shownInput = (question: Question): ScriptInput => ({
  id: question.id,
  title: question.title,
  type: question.type,
  options: optionsOf(question),
  min: ('min' in question ? question.min : undefined) ?? null,
  max: ('max' in question ? question.max : undefined) ?? null,
})

/** What a published version declared; it was checked then. */
function shownVariables(written: readonly WrittenVariable[]): ScriptVariable[] {
  const own = new Set(['id', 'computed'])
  const said = written.map((one) => [
    String(one.id),
    Object.fromEntries(Object.entries(one).filter(([key]) => !own.has(key))),
  ])
  const read = readVariables(JSON.stringify(Object.fromEntries(said)))
  return 'wrong' in read ? [] : read.questions.map(shownVariable)
}

/** A script in the hands of who may write it; `dictionary`: the survey from which it is opened. */
export async function openScript(stores: Stores, dictionary: Dictionary, level: ScriptLevel): Promise<OpenedScript> {
  const owner = ownerOf(dictionary, level)
  const script = await findScript(stores, owner)
  const versions = script ? await scriptVersions(stores, owner, script.id) : []
  const standing = script?.version ? await standingOf(stores, dictionary, script.id, script.version) : null
  const questions = [...dictionary.questions.values()].map(({ question }) => question)
  return {
    level,
    source: script?.source ?? '',
    revision: script?.revision ?? 0,
    by: script?.by ?? '',
    at: script?.at.toISOString() ?? null,
    published: script?.version ?? null,
    versions: versions.map(({ version, by, at, variables }) => ({ version, by, at: at.toISOString(), variables })),
    standing: standing && {
      failed: standing.failed,
      fault: standing.fault === null ? null : { kind: standing.fault, line: standing.line },
      failedAt: standing.failedAt?.toISOString() ?? null,
      stoppedAt: standing.stoppedAt?.toISOString() ?? null,
    },
    questions: questions.filter((one) => !one.computed && !one.hidden && !isPersonal(one)).map(shownInput),
    outer: level === 'survey' ? await outerScripts(stores, dictionary) : [],
    isProtected: dictionary.definition.settings.protection,
  }
}

async function outerScripts(stores: Stores, dictionary: Dictionary): Promise<OpenedScript['outer']> {
  const scripts = await inUniverse(stores.pool, dictionary.universe, (client) => publishedScripts(client, dictionary))
  const computed = [...dictionary.questions.values()].map(({ question }) => question).filter(isComputed)
  const by = computedBy(computed, scripts)
  const found: OpenedScript['outer'] = []
  for (const script of scripts) {
    if (script.level === 'survey') continue
    const stored = await scriptVersion(stores, ownerOf(dictionary, script.level), script.id, script.version)
    const taken = computed.flatMap(({ id }) => (by.get(id) === script ? [id] : []))
    found.push({
      level: script.level,
      version: script.version,
      variables: shownVariables(stored?.variables ?? []),
      taken,
    })
  }
  return found
}
