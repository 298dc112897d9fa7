import type { RecurringWork } from '../background-work/recurring-work.ts'
import { askAgain, askable } from './ask-again.ts'

/** Asks customers again: days after something, minutes do not matter. */
export const askingAgain: RecurringWork = {
  name: 'ask again',
  of: 'universe',
  when: { every: 60_000 },
  wanted: `select a.universe from alert a join survey s on (s.universe, s.number) = (a.universe, a.survey)
    join definition_file f on (f.universe, f.survey, f.version, f.path) = (s.universe, s.number, s.version, 'alert-rules.json')
    where ${askable('(select now from clock)')} and position('"askAgain"' in f.text) > 0`,
  run: async ({ stores, universe, now }) => ((await askAgain(stores, now, universe)) === 0 ? null : now),
}
