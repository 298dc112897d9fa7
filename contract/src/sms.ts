import { z } from 'zod'
import { call } from './call.ts'
import { smsSender } from './template.ts'
import { version } from './version.ts'

/** Where something stands in what a gateway tells: names with dots between them; lists are gone through. */
const place = z
  .string()
  .max(200)
  .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'names with dots between them, such as results.messageId')

/** Where in what it tells Kaiku stand a message’s id, what became of it, who answered and what they said. */
export const gatewayReport = z
  .strictObject({
    id: place.default('id'),
    status: place.default('status'),
    from: place.default('from'),
    text: place.default('text'),
  })
  .prefault({})

const gateway = z.strictObject({
  url: z.string().max(2000),
  /** A header by which the gateway knows whose messages they are. */
  header: z.string().regex(/^[\w-]{1,100}$/, 'the name of a header, such as Authorization'),
  /** JSON; in its texts stand `{to}`, or `{digits}` for the number without its plus, `{from}`, `{text}`, `{id}`. */
  body: z.string().max(5_000),
  /** Whom phones show where a template says nothing. */
  sender: smsSender,
  /** Of numbers that stand without their country; empty: those can’t be read. */
  callingCode: z
    .string()
    .regex(/^(?:|\+[1-9]\d{0,3})$/, 'a calling code such as +358')
    .default(''),
  report: gatewayReport,
})
export type GatewaySettings = z.output<typeof gateway>

/** `version`: 0 where there is none yet. */
const shown = z.object({
  version,
  gateway: gateway.nullable(),
  /** Where the gateway tells what became of messages, and what people answered; null: there is none. */
  reportUrl: z.string().nullable(),
})
export type ShownGateway = z.output<typeof shown>

export const smsCalls = {
  gateway: call({
    method: 'GET',
    path: 'sms/gateway',
    summary: 'What sends SMS for the universe, without its secret',
    reply: shown.meta({ id: 'SmsGateway' }),
    needs: 'manageUniverse',
  }),
  saveGateway: call({
    method: 'PUT',
    path: 'sms/gateway',
    summary: 'Change what sends SMS for the universe; refused when somebody else changed it meanwhile',
    body: gateway.extend({
      version,
      /** The value of the header; absent: as it was, for the same address. */
      secret: z.string().min(1).max(2_000).optional(),
    }),
    reply: shown,
    needs: 'manageUniverse',
  }),
  removeGateway: call({
    method: 'DELETE',
    path: 'sms/gateway',
    summary: 'Send no SMS from the universe any more; what waits is given up',
    reply: z.object({ removed: z.literal(true) }),
    needs: 'manageUniverse',
  }),
}
