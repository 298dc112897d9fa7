/** What is wrong with a part of a definition, for who translates it. `limit`: the number that is meant. */
export type Problem =
  | { readonly kind: 'missing' | 'answer' | 'indicator' | 'question' | 'questionType' | 'twice' | 'filter' | 'value' }
  | { readonly kind: 'least' | 'most' | 'mostLetters' | 'mostItems'; readonly limit: number }

type PlacedProblem = { readonly place: string; readonly expected: string; readonly found: string }

const limits = [
  [/^a number of (-?\d+) or more$/, 'least'],
  [/^a number of (-?\d+) or less$/, 'most'],
  [/^a text with length (\d+) or less$/, 'mostLetters'],
  [/^a list with length (\d+) or less$/, 'mostItems'],
] as const
const kinds = [
  [/^a (?:text|list) with length \d+ or more$/, 'missing'],
  [/^a component that can be shown$/, 'answer'],
  [/^the name of an indicator\b/, 'indicator'],
  [/^(?:a question of type|the name of a question with the role)\b/, 'questionType'],
  [/^the name of a question\b/, 'question'],
  [/^(?:each (?:name|place) once|a spot of its own)$/, 'twice'],
] as const

/** What the words of a fault mean. `value`: none of the others. */
export function problemOf({ place, expected, found }: PlacedProblem): Problem {
  if (found === 'nothing') return { kind: 'missing' }
  for (const [pattern, kind] of limits) {
    const limit = pattern.exec(expected)?.[1]
    if (limit !== undefined) return { kind, limit: Number(limit) }
  }
  const kind = kinds.find(([pattern]) => pattern.test(expected))?.[1]
  return { kind: kind ?? (/\b(?:filter|when)$/.test(place) ? 'filter' : 'value') }
}
