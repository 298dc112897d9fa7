import { z } from 'zod'
import { call } from './call.ts'

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const at = z.strictObject({ survey, path })

/** A way by which people of a place come to a form without being written to. */
const way = z.object({
  formId: z.string(),
  title: z.string(),
  /** Where it is answered; for a single place, with that place. */
  address: z.string(),
  /** Full screen for a device that stands somewhere: it begins anew by itself. */
  kiosk: z.string(),
  /** Markup that shows it on another site. */
  embed: z.string(),
  /** Places for which there is a poster; 0: the form does not take its place from an address. */
  posters: z.int(),
})
export type FormWay = z.output<typeof way>

export const formWayCalls = {
  list: call({
    method: 'GET',
    path: 'vuejs/forms/ways/:survey/:path',
    summary: 'Addresses at which whoever comes by may answer the forms of a survey, for a place',
    params: at,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.array(way),
    needs: 'seeIndicators',
  }),
  posters: call({
    method: 'GET',
    path: 'vuejs/forms/posters/:survey/:path',
    summary: 'Posters with the code of a form (PDF), a page for each place below the one that is asked for',
    params: at,
    query: z.strictObject({
      form: z.string().max(80),
      paper: z.enum(['a4', 'letter']).default('a4'),
      locale: z.string().max(20).optional(),
    }),
    reply: z.string(),
    kind: 'file',
    needs: 'seeIndicators',
  }),
}
