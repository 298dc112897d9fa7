import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which long work may hold up everything else. */
const longest = 15

/** Called between the parts of long work: lets others go on where it has held them up long enough. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest) return
    await setImmediate()
    since = performance.now()
  }
}
