import type { RecurringWork } from '../background-work/recurring-work.ts'
import { askAgain } from './ask-again.ts'

/** Asks customers again: days after something, minutes do not matter. */
export const askingAgain: RecurringWork = {
  name: 'ask again',
  of: 'universe',
  when: { every: 60_000 },
  run: async ({ stores, universe, now }) => ((await askAgain(stores, now, universe)) === 0 ? null : now),
}
