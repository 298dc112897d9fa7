/** Something of a list that is written in a file of a definition, as it stands there. */
export type Item = Readonly<Record<string, unknown>>

const says = (value: unknown) => JSON.stringify(value) ?? ''

/**
 * What was drafted from one list, laid onto another that was published since. Items that one of the two changed are as
 * they made them; null: both changed the same one otherwise.
 */
export function laidTogether(
  base: readonly Item[],
  drafted: readonly Item[],
  published: readonly Item[],
  key: 'name' | 'id',
): Item[] | null {
  const byKey = (items: readonly Item[]) => new Map(items.map((item) => [item[key], item]))
  const [was, mine, now] = [byKey(base), byKey(drafted), byKey(published)]
  const together: Item[] = []
  for (const name of new Set([...mine.keys(), ...now.keys()])) {
    const [before, own, theirs] = [was, mine, now].map((items) => items.get(name))
    const isMine = says(own) !== says(before)
    if (isMine && says(theirs) !== says(before) && says(theirs) !== says(own)) return null
    const kept = isMine ? own : theirs
    if (kept) together.push(kept)
  }
  return together
}
