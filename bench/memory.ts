import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { below, processFields } from './process-tree.ts'

/** Milliseconds between two looks. */
const every = 250
const kind = (command: string) =>
  command.includes('postgres') ? 'PostgreSQL' : /clickhouse|chdb/i.test(command) ? 'ClickHouse' : 'Kaiku'

/** MB that each part of Kaiku holds for itself, in the process and in all that it started, without files and shared memory. */
export function memoryOf(root: number): Map<string, number> {
  const held = new Map<string, number>()
  for (const pid of [root, ...below(processFields(), root)])
    try {
      const kilobytes = Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      if (Number.isNaN(kilobytes)) continue
      const part = kind(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      held.set(part, (held.get(part) ?? 0) + kilobytes / 1024)
    } catch {
      // It has ended meanwhile.
    }
  return held
}

/** The most that each part held while something was done, and all together at one moment, in MB. */
export async function peakDuring<T>(root: number, work: () => Promise<T>) {
  const peak = new Map<string, number>()
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const held = memoryOf(root)
      held.set(
        'all',
        [...held.values()].reduce((sum, one) => sum + one, 0),
      )
      for (const [part, megabytes] of held) peak.set(part, Math.max(peak.get(part) ?? 0, megabytes))
      await pause(every)
    }
  })()
  const made = await work().finally(() => {
    isOver = true
  })
  await looking
  return { made, peak }
}
