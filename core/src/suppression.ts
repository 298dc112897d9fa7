/** Below its minimum a figure of a survey without protection is shown, but greyed. */
export const fewAnswers = (n: number, minimum: number): boolean => n > 0 && n < minimum

/**
 * Which rows of a protected answer are hidden. A row below the minimum is; so that no hidden row can be computed from
 * the parent and its siblings, the smallest others join until at least two are hidden that have the minimum together.
 * `remainder`: interviews of the parent that belong to no row; it is never shown, so it counts as hidden.
 */
export function hidden(rows: readonly { n: number }[], remainder: number, minimum: number): boolean[] {
  const hides = rows.map(({ n }) => fewAnswers(n, minimum))
  const own = rows.filter((_, at) => hides[at])
  if (own.length === 0 && !fewAnswers(remainder, minimum)) return hides
  let count = own.length + (remainder > 0 ? 1 : 0)
  let joint = own.reduce((sum, { n }) => sum + n, remainder)
  const others = rows.map(({ n }, at) => ({ n, at })).filter(({ n }) => n >= minimum && n > 0)
  for (const { n, at } of others.sort((a, b) => a.n - b.n || a.at - b.at)) {
    if (count >= 2 && joint >= minimum) break
    hides[at] = true
    count += 1
    joint += n
  }
  return hides
}

/** An option's count as it may be told: `<5` instead of a number below a protected survey's minimum. */
export const filterCount = (n: number, minimum: number, isProtected: boolean): number | string =>
  isProtected && n < minimum ? `<${minimum}` : n

/** Whether a filter may narrow a node in a protected survey: whom it removes must not be few, or the rest reveals them. */
export function maySelect(nodeN: number, selectionN: number, minimum: number): boolean {
  const removed = nodeN - selectionN
  return removed <= 0 || removed >= minimum
}
