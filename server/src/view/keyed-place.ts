import type { View } from '@kaiku/contract/view.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

type Names = ReadonlyMap<string, Localised>
const none: Names = new Map()

/** By question, once for each definition: a view may have 200,000 places. */
const known = new WeakMap<readonly View[], Map<string, Names>>()

/** The names of the places that answers to a question are the ids of, closed ones too; empty where they are of none. */
export function keyedPlaces({ definition: { views } }: Pick<Dictionary, 'definition'>, question: string): Names {
  const byQuestion = known.get(views) ?? namesByKey(views)
  known.set(views, byQuestion)
  return byQuestion.get(question) ?? none
}

function namesByKey(views: readonly View[]): Map<string, Names> {
  const found = new Map<string, Map<string, Localised>>()
  for (const view of views) {
    if (!('key' in view)) continue
    const names = found.get(view.key) ?? new Map<string, Localised>()
    found.set(view.key, names)
    for (const { id, name } of view.nodes) names.set(id, name)
  }
  return found
}
