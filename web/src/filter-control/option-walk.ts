const page = 8

/** Where a key leads in a list of `count`, from `at` (-1: before it); null: the key does not move. Arrows go round. */
export function moved(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page }
  const to = steps[key]
  if (to === undefined || count === 0) return null
  return key.startsWith('Arrow') ? (Math.max(-1, to) + count) % count : Math.max(0, Math.min(count - 1, to))
}
