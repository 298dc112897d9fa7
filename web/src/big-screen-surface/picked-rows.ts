/** A row, or how many rows are passed over. */
export type Picked<Row> = { readonly row: Row } | { readonly skipped: number }

/**
 * As many rows as have room, in their order: the first, the last, and the own one with it, which stands at `own` (−1:
 * nowhere). What is passed over takes a line, too.
 */
export function pickRows<Row>(rows: readonly Row[], room: number, own: number): Picked<Row>[] {
  if (rows.length <= room) return rows.map((row) => ({ row }))
  const kept = new Set<number>(own < 0 ? [] : [own])
  const lines = () => {
    const inOrder = [...kept].sort((a, b) => a - b)
    const gaps = [...inOrder, rows.length].filter((at, index) => at - (inOrder[index - 1] ?? -1) > 1)
    return kept.size + gaps.length
  }
  for (let step = 0; step < rows.length; step++) {
    // Two of the best for each of the worst.
    const next = step % 3 === 2 ? rows.length - 1 - Math.floor(step / 3) : step - Math.floor(step / 3)
    const isNew = !kept.has(next)
    kept.add(next)
    if (lines() <= room) continue
    if (isNew) kept.delete(next)
    break
  }
  const inOrder = [...kept].sort((a, b) => a - b)
  return [...inOrder, rows.length].flatMap((at, index): Picked<Row>[] => {
    const skipped = at - (inOrder[index - 1] ?? -1) - 1
    const row = rows[at]
    return [...(skipped > 0 ? [{ skipped }] : []), ...(row === undefined ? [] : [{ row }])]
  })
}
