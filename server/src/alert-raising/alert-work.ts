import { keepFollowing } from '../background-work/follow.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { bool, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { followAlerts } from '../effect/alert-happening.ts'
import { followSamples } from '../effect/sample-happening.ts'
import { isBehind } from '../projection/pending.ts'
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
      const ahead = await lookAhead(stores)
      const { changes } = ahead.interviews ? await raiseAlerts(stores, Date.now()) : { changes: 0 }
      const alerts = changes > 0 || ahead.alerts ? await followAlerts(stores, Date.now()) : 0
      const samples = ahead.samples ? await followSamples(stores, Date.now()) : 0
      return changes + alerts + samples === 0 ? idle : 0
    },
  )

/** Of what something waits. Asked all the time, where mostly there is nothing: so it is one statement. */
async function lookAhead({ service }: Pick<Stores, 'service'>) {
  const { rows } = await query(
    service,
    { interviews: bool, alerts: bool, samples: bool },
    `select ${isBehind('alert_cursor')} as interviews,
       exists (select from effect_event where alert is not null) as alerts,
       exists (select from effect_event where sample is not null) as samples`,
  )
  return rows[0] ?? { interviews: true, alerts: true, samples: true }
}

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
