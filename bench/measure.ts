export type Timing = { readonly median: number; readonly p95: number; readonly runs: number }

/** Milliseconds of warm runs taken in turn, so that what else the machine does falls on all alike. */
export async function timeInTurn<Name extends string>(runs: Record<Name, () => Promise<unknown>>, count = 15) {
  const names = Object.keys(runs) as Name[]
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let i = -3; i < count; i++)
    for (const name of names) {
      const start = performance.now()
      await runs[name]()
      if (i >= 0) taken.get(name)?.push(performance.now() - start)
    }
  return Object.fromEntries(names.map((name) => [name, summary(taken.get(name) ?? [])])) as Record<Name, Timing>
}

export function summary(taken: readonly number[]): Timing {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), runs: sorted.length }
}

/** Seconds that something takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
