import { sampleStates } from '@kaiku/core/sample-state.ts'
import { sampleSteps } from '@kaiku/core/sample-step.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { change, figure } from './figure.ts'
import { day } from './localised.ts'
import { comparison } from './page.ts'

const step = z.enum(sampleSteps)
/** Completed, of those reached; the change to the comparison. */
const response = { rate: figure, change: change.nullable() }

export const sampleFunnelCalls = {
  funnel: call({
    method: 'GET',
    path: 'vuejs/samples/funnel/:survey/:path',
    summary: 'How far people got who are or may be asked, of a place and selection, and of each place right below',
    params: z.strictObject({ survey: z.string().min(1).max(200), path: z.string().min(1).max(8000) }),
    query: z.strictObject({
      compare: comparison.default('yearBefore'),
      /** Rates of fewer people are few, also where the survey asks for less. */
      minimumN: z.coerce.number().int().min(1).max(1000).optional(),
      locale: z.string().max(20).optional(),
    }),
    reply: z.object({
      /** Null: nothing is compared. */
      compared: z.object({ from: day, to: day }).nullable(),
      ...response,
      /** In order; each holds those who went further. */
      steps: z.array(
        z.object({
          step,
          n: z.int(),
          /** Of the step before, of which the first has none, and its change; of all. */
          ofBefore: figure.nullable(),
          change: change.nullable(),
          ofAll: figure,
          /** Those who got no further, by their state; the last step has none. */
          left: z.array(z.object({ state: z.enum(sampleStates), n: z.int() })),
        }),
      ),
      /** Where most were reached first. */
      places: z.array(z.object({ path: z.string(), title: z.string(), counts: z.record(step, z.int()), ...response })),
    }),
    needs: 'manageSamples',
  }),
}
