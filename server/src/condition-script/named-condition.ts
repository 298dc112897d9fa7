import type { Definition } from '@kaiku/contract/definition.ts'

type Placed = { readonly file: string; readonly place: string; readonly script: string }

/** The scripts of the conditions of a definition, each once. Blocks whose effect is an alert stand among the rules, too. */
export function conditionsIn({ alertRules, effects }: Pick<Definition, 'alertRules' | 'effects'>): readonly Placed[] {
  const ids = new Set(effects.map(({ id }) => id))
  const placed = [
    ...effects.map((one, i) => ({ file: 'effects.json', place: `blocks[${i}].script`, script: one.script })),
    ...alertRules.rules.flatMap((one, i) =>
      ids.has(one.id) ? [] : [{ file: 'alert-rules.json', place: `rules[${i}].script`, script: one.script }],
    ),
  ]
  const first = new Map<string, Placed>()
  for (const { file, place, script } of placed)
    if (script !== undefined && !first.has(script)) first.set(script, { file, place, script })
  return [...first.values()]
}
