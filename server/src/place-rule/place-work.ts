import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { alone } from '../projection/lock.ts'
import { evaluatePlaces } from './evaluate.ts'

/** Milliseconds. */
const every = 30_000

/** Evaluates rules on places as long as Kaiku runs. Any number of processes may start it: one works, the others stand by. */
export const startPlaces = (stores: Stores, say: (line: string) => void): BackgroundJob =>
  keepWorking({ what: 'Rules on places wait', failed: every, say }, async (signal) => {
    await alone(stores.service, 'places', () => evaluatePlaces(stores, Date.now(), signal))
    return every
  })
