import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { askAgain } from './ask-again.ts'

/** Milliseconds: days after something, minutes do not matter. */
const idle = 60_000

/** Asks customers again as long as Kaiku runs, in any number of processes. */
export const startAskingAgain = (stores: Stores, say: (line: string) => void): BackgroundJob =>
  keepWorking({ what: 'Asking again waits', failed: idle, say }, async () => {
    const looked = await askAgain(stores, Date.now())
    return looked === 0 ? idle : 0
  })
