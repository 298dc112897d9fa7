import { z } from 'zod'
import { call } from './call.ts'

/** What a person is told of alerts: a new one of theirs, one given to them, escalated to them, late, a mention. */
export const noticeKinds = ['raised', 'assigned', 'escalated', 'overdue', 'mentioned'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Each by a mail of its own at once, all together once a day, or not at all. */
export const noticeModes = ['immediate', 'digest', 'off'] as const
const mode = z.enum(noticeModes)

const settings = {
  modes: z.strictObject({ raised: mode, assigned: mode, escalated: mode, overdue: mode, mentioned: mode }),
  /** The hour of the day, in the zone, at which a digest is sent. */
  digestHour: z.int().min(0).max(23),
  /** IANA zone. */
  timeZone: z.string().min(1).max(100),
}
/** How a viewer hears of alerts by mail, in all their universes. */
export const notificationSettings = z.object(settings).meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof notificationSettings>

export const notificationCalls = {
  one: call({
    method: 'GET',
    path: 'account/notifications',
    summary: 'How one hears of alerts by mail',
    reply: notificationSettings,
  }),
  save: call({
    method: 'PUT',
    path: 'account/notifications',
    summary: 'Choose how one hears of alerts by mail',
    body: z.strictObject(settings),
    reply: notificationSettings,
  }),
}
