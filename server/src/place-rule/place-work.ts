import { alone } from '../projection/lock.ts'
import type { Stores } from '../stores.ts'
import type { Work } from '../work-loop.ts'
import { keepWorking } from '../work-loop.ts'
import { evaluatePlaces } from './evaluate.ts'

/** Milliseconds. */
const every = 30_000

/** Evaluates rules on places as long as Kaiku runs. Any number of processes may start it: one works, the others stand by. */
export const startPlaces = (stores: Stores, say: (line: string) => void): Work =>
  keepWorking({ what: 'Rules on places wait', failed: every, say }, async (signal) => {
    await alone(stores.service, 'places', () => evaluatePlaces(stores, Date.now(), signal))
    return every
  })
