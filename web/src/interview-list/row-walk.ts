/** Keys that go to another row, by how far. */
const strides = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 10],
  ['PageUp', -10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** The row that a key leads to, between the first and the last; undefined: the key leads nowhere. */
export function rowAfter(key: string, current: number, count: number): number | undefined {
  const stride = strides.get(key)
  return stride === undefined ? undefined : Math.min(count - 1, Math.max(0, current + stride))
}

export function toggled(picked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(picked)
  if (!next.delete(id)) next.add(id)
  return next
}

/** How many interviews before an opened one it remembers. */
const neighbours = 500

/** Among which interviews the one at an index stands, and how they go on. */
export function amongRows<T extends object>(ids: readonly string[], index: number, goesOn: T) {
  const first = Math.max(0, index - neighbours)
  return { among: ids.slice(first), goesOn: { ...goesOn, first } }
}
