import { addDays, type Day } from '@kaiku/core/day.ts'
import { type AlertWorld, parts } from '../alert/alert.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { findSurvey } from '../survey/survey.ts'
import { momentAfter } from './due-day.ts'
import { evaluatePlaces } from './evaluate.ts'

const texts = { title: '{place}', description: '' }

/** Rules on the places of the alert fixture’s survey, one of each kind. */
export const placeRules = {
  low: {
    ...{
      id: 'low',
      title: 'Low',
      watch: { type: 'limit', indicator: 'nps', below: 0, recovered: 20, days: 7, minimumN: 3 },
    },
    alert: { ...texts, title: '{place}: {indicator} {figure} ({interval}), limit {limit}, n {n}' },
    ...{ severity: 'high', owner: ['Store manager', 'Regional manager'], due: 8 },
    escalation: [{ after: 4, role: 'Regional manager' }],
  },
  fall: {
    ...{ id: 'fall', title: 'Fall', watch: { type: 'change', indicator: 'nps', direction: 'fall', days: 7 } },
    alert: { ...texts, title: '{place}: {change} from {before}' },
  },
  silent: {
    ...{ id: 'silent', title: 'Silent', watch: { type: 'silence', days: 3 } },
    alert: { ...texts, title: '{place}: nothing for {days} days, last {last}' },
  },
} as const

/** A definition with indicators and these rules on places, and none on interviews. */
export const withPlaceRules = (rules: readonly object[], more: object = {}): typeof parts => ({
  ...parts,
  ...{ 'indicators.json': { indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps', minimumN: 3 }] } },
  'alert-rules.json': { ...parts['alert-rules.json'], rules: [], placeRules: rules, ...more } as never,
})

/** So many answers of a place on a day. */
export const given = (store: string, day: Day, nps: number, count: number): Answers[] =>
  Array.from({ length: count }, () => ({ store, day, nps, channel: 'web' }))

/** Evaluates what is due in the morning behind each of some days; answers how many alerts were raised. */
export async function mornings(world: AlertWorld, from: Day, to: Day): Promise<number> {
  const { definition } = await findSurvey(world.stores, world.acme, 'visits')
  let raised = 0
  for (let day = from; day <= to; day = addDays(day, 1))
    raised += await evaluatePlaces(
      world.stores,
      momentAfter({ every: 'day', at: '06:00' }, definition.settings.timeZone, day),
    )
  return raised
}
