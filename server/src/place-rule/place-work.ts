import type { RecurringWork } from '../background-work/recurring-work.ts'
import { evaluatePlaces, surveysThatName } from './evaluate.ts'

/** Evaluates rules on places, each at its own hour. */
export const placeRules: RecurringWork = {
  name: 'place rules',
  of: 'universe',
  when: { every: 30_000 },
  wanted: `select s.universe ${surveysThatName}`,
  run: async ({ stores, universe, now, stopped }) => {
    await evaluatePlaces(stores, now, { universe, signal: stopped })
    return null
  },
}
