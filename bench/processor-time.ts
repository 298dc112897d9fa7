import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the system's clock in a second, by which it counts a process's time. */
const tick = 100

/** Milliseconds of processor that the process and all that it started have used. */
export function processorTime(): { own: number; stores: number } {
  const parents = new Map<number, number>()
  const used = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      parents.set(Number(name), Number(fields[1]))
      const ended = Number(fields[13]) + Number(fields[14])
      used.set(Number(name), ((Number(fields[11]) + Number(fields[12]) + ended) * 1000) / tick)
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === process.pid || (parent > 1 && isBelow(parent)))
  }
  const { user, system } = process.cpuUsage()
  const stores = [...used].reduce((sum, [pid, milliseconds]) => sum + (isBelow(pid) ? milliseconds : 0), 0)
  return { own: (user + system) / 1000, stores }
}
