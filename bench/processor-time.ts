import { below, processFields } from './process-tree.ts'

/** Ticks of the system's clock in a second, by which it counts a process's time. */
const tick = 100
/** In user mode, in the kernel, and both of those that have ended. */
const times = [11, 12, 13, 14]

/** Milliseconds of processor that the process and all that it started have used. */
export function processorTime(): { own: number; stores: number } {
  const all = processFields()
  const ticks = below(all, process.pid).flatMap((pid) => times.map((at) => Number(all.get(pid)?.[at])))
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1000, stores: (ticks.reduce((sum, one) => sum + one, 0) * 1000) / tick }
}
