import { below, processFields } from './process-tree.ts'

/** Ticks of the system's clock in a second, by which it counts a process's time. */
const tick = 100
/** In user mode and in the kernel; the same of those that have ended. */
const [own, ended] = [
  [11, 12],
  [13, 14],
]

/** Milliseconds of processor that a process and all that it started have used. */
export function processorTime(root = process.pid): { own: number; stores: number } {
  const all = processFields()
  const used = (pid: number, times: readonly number[]) =>
    times.reduce((sum, at) => sum + (Number(all.get(pid)?.[at] ?? 0) * 1000) / tick, 0)
  const stores = below(all, root).reduce((sum, pid) => sum + used(pid, [...own, ...ended]), 0)
  return { own: used(root, own), stores }
}
