import { z } from 'zod'
import { call } from './call.ts'
import { noticeKinds } from './notification.ts'

const kinds = z.array(z.enum(noticeKinds)).max(noticeKinds.length)
const base64url = z.string().regex(/^[\w-]{1,200}={0,2}$/, 'base64url')

/** A browser in which one hears of alerts while the app is closed. */
export const pushDevice = z
  .object({
    deviceId: z.uuid(),
    /** The SHA-256 of its endpoint, in base64url: a browser knows itself by it. */
    mark: z.string(),
    /** As the browser calls itself. */
    agent: z.string(),
    createdAt: z.iso.datetime(),
    kinds,
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.output<typeof pushDevice>

export const pushCalls = {
  list: call({
    method: 'GET',
    path: 'account/push',
    summary: 'The browsers in which one hears of alerts while the app is closed, and the key to subscribe with',
    reply: z.object({ applicationKey: z.string(), devices: z.array(pushDevice) }),
  }),
  save: call({
    method: 'PUT',
    path: 'account/push',
    summary: 'Hear of alerts in this browser while the app is closed, as long as the session lasts',
    body: z.strictObject({
      /** As `PushSubscription.toJSON` gives them. */
      endpoint: z.string().min(1).max(2000),
      keys: z.strictObject({ p256dh: base64url, auth: base64url }),
      kinds,
      /** The device that this browser is already, whose subscription or session is another now. One that was removed stays so. */
      renews: z.uuid().optional(),
    }),
    reply: pushDevice,
  }),
  remove: call({
    method: 'DELETE',
    path: 'account/push/:device',
    summary: 'Hear no more of alerts in a browser',
    params: z.strictObject({ device: z.uuid() }),
    reply: z.object({ removed: z.literal(true) }),
  }),
}
