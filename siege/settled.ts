import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that what follows by itself may take on a machine that does much else. */
const patience = 60_000

/** Waits until it is so. What is not so by then is told by whoever looks next. */
export async function settled(isSo: () => Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < patience && !(await isSo())) await pause(250)
}
