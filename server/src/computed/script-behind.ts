import type { ScriptLevel } from '@kaiku/contract/script.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isComputed } from './computed-variable.ts'
import { computedBy, publishedScripts } from './published-script.ts'

export type ScriptBehind = { readonly level: ScriptLevel; readonly version: number; readonly isStopped: boolean }

/** The scripts on which what is told of these questions rests. */
export async function scriptsBehind(
  stores: Stores,
  dictionary: Dictionary,
  questions: Iterable<string>,
): Promise<ScriptBehind[]> {
  const computed = [...new Set(questions)]
    .flatMap((id) => dictionary.questions.get(id)?.question ?? [])
    .filter(isComputed)
  if (computed.length === 0) return []
  const scripts = await inUniverse(stores.pool, dictionary.universe, (client) => publishedScripts(client, dictionary))
  return [...new Set(computedBy(computed, scripts).values())].map(({ level, version, isStopped }) => ({
    level,
    version,
    isStopped,
  }))
}
