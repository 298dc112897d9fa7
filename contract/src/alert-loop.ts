import { z } from 'zod'
import { alertChoice, alertFilters } from './alert.ts'
import { call } from './call.ts'

const share = z
  .object({ /** Alerts that it is a share of. */ n: z.int(), /** Null: of none. */ percent: z.number().nullable() })
  .meta({ id: 'AlertShare' })
/** Hours, nights and weekends too. Null: there is none yet. */
const duration = z
  .object({ n: z.int(), median: z.number().nullable(), p90: z.number().nullable() })
  .meta({ id: 'AlertDuration' })
const loopFigures = {
  alerts: z.int(),
  solved: z.int(),
  /** Solved in time, of those with a time that are solved or late. */
  inTime: share,
  /** From when it was raised to the first change or note by a person. */
  firstAction: duration,
  /** From when it was raised to when it was solved. */
  close: duration,
  /** Reopened at least once, of those that were ever solved. */
  reopened: share,
}

export const alertLoopCalls = {
  loop: call({
    method: 'GET',
    path: 'vuejs/alerts/loop/:survey/:path',
    summary: 'How alerts of a place and selection are dealt with, and those of each place right below',
    params: z.strictObject({ survey: z.string().min(1).max(200), path: z.string().min(1).max(8000) }),
    query: alertFilters,
    reply: z.object({
      ...loopFigures,
      /** Of solved alerts, most first. */
      rootCauses: z.array(alertChoice.extend({ count: z.int() })),
      actions: z.array(alertChoice.extend({ count: z.int() })),
      places: z.array(z.object({ path: z.string(), title: z.string(), ...loopFigures })),
    }),
    needs: 'handleAlerts',
  }),
}
