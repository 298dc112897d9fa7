import { readdirSync, readFileSync } from 'node:fs'

/** The fields of each process behind its name, as in `/proc/PID/stat`: its state, its parent … */
export function processFields(): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      found.set(Number(name), stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

/** Those that a process started, and those that they started. */
export function below(all: ReturnType<typeof processFields>, root: number): number[] {
  const parentOf = (pid: number) => Number(all.get(pid)?.[1] ?? 0)
  const isBelow = (pid: number): boolean => {
    const parent = parentOf(pid)
    return parent === root || (parent > 1 && isBelow(parent))
  }
  return [...all.keys()].filter(isBelow)
}
