import { keepFollowing } from '../background-work/follow.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { followAlerts } from '../effect/alert-happening.ts'
import { followSamples } from '../effect/sample-happening.ts'
import { escalateAlerts } from './escalate.ts'
import { raiseAlerts } from './raise.ts'

/** Milliseconds. */
const idle = 250

/** Raises alerts and asks for effects for what is committed, for what becomes of alerts, and for samples that come, as long as Kaiku runs. */
export const startAlerts = (stores: Stores, log: Say): BackgroundJob =>
  keepFollowing(
    { stores, name: 'alerts', what: 'Alerts wait', failed: { first: 1_000, longest: 30_000 }, log },
    { lock: 'alerts' },
    async () => {
      const { changes } = await raiseAlerts(stores, Date.now())
      const happened = (await followAlerts(stores, Date.now())) + (await followSamples(stores, Date.now()))
      return changes + happened === 0 ? idle : 0
    },
  )

/** Escalates alerts that nobody takes up. */
export const escalations: RecurringWork = {
  name: 'escalations',
  of: 'universe',
  when: { every: 30_000 },
  wanted: 'select universe from alert where escalate_at <= (select now from clock)',
  run: async ({ stores, universe, now }) => {
    await escalateAlerts(stores, now, universe)
    return null
  },
}
