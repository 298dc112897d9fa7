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
/** A figure with its 95 % interval. */
const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })
/** Customers who answered again: the mean of their next scores, and of those that raised the alerts. Null: of none. */
const again = z
  .object({
    n: z.int(),
    value: z.number().nullable(),
    before: z.number().nullable(),
    /** Next less before, of the same customers; null: too few to tell. */
    change: estimate.nullable(),
  })
  .meta({ id: 'AnsweredAgain' })
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
  recovery: call({
    method: 'GET',
    path: 'vuejs/alerts/recovery/:survey/:path',
    summary:
      'What customers said the next time: those whose alert was solved before, against those whom nobody had reached',
    params: z.strictObject({ survey: z.string().min(1).max(200), path: z.string().min(1).max(8000) }),
    query: alertFilters,
    reply: z.object({
      /** The first main indicator that one interview has a score of. Null: nobody answered again, or the viewer sees none. */
      indicator: z.object({ id: z.string(), title: z.string() }).nullable(),
      reached: again,
      unreached: again,
      /** The change of those reached less that of those not reached; null where either are too few to tell. */
      difference: estimate.nullable(),
    }),
    needs: 'handleAlerts',
  }),
}
