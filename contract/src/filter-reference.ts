import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)
/** What stands in an address for a token that is too long for it: `region,all;~3f…`. */
const reference = z.string().min(1).max(100)

export const filterReferenceCalls = {
  keep: call({
    method: 'POST',
    path: 'vuejs/filters/kept/:survey',
    summary: 'Keep a selection that is too long for an address, for whoever has its reference',
    params: z.strictObject({ survey }),
    body: z.strictObject({ token: z.string().min(1).max(500_000) }),
    reply: z.object({ reference }),
    // Open to who may only look: a selection is stored once, the same for everybody, and nothing that anybody sees changes.
    changesNothing: true,
  }),
  one: call({
    method: 'GET',
    path: 'vuejs/filters/kept/:survey/:reference',
    inPreview: true,
    summary: 'The selection that an address refers to',
    params: z.strictObject({ survey, reference }),
    reply: z.object({ token: z.string() }),
  }),
}
