import type { NotificationSettings } from '@kaiku/contract/notification.ts'
import { notificationSettings } from '@kaiku/contract/notification.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { json, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { isZone } from '../universe/universe.ts'

const notificationSettingsColumns = {
  modes: json(notificationSettings.shape.modes),
  digestHour: number,
  timeZone: text,
} satisfies Shape

/** Of who has chosen nothing: at once what waits for oneself, once a day what is late. */
export const usualModes: NotificationSettings['modes'] = {
  raised: 'immediate',
  assigned: 'immediate',
  escalated: 'immediate',
  overdue: 'digest',
  mentioned: 'immediate',
}
export const usualHour = 8

/** Over `notification_setting s` and `universe u`; what is usual is bound. */
export const settingColumns = (modes: string, hour: string): string =>
  `coalesce(s.modes, ${modes}::jsonb) as modes, coalesce(s.digest_hour, ${hour}::int) as "digestHour",
   coalesce(s.time_zone, u.time_zone) as "timeZone"`

/** How somebody hears of alerts; the zone of who has chosen none is that of the universe they are in. */
export async function settingsOf(
  { service }: Pick<Stores, 'service'>,
  person: string,
  universe: string,
): Promise<NotificationSettings> {
  const { rows } = await query(
    service,
    notificationSettingsColumns,
    `select ${settingColumns('$3', '$4')} from universe u left join notification_setting s on s.person = $1 where u.id = $2`,
    [person, universe, JSON.stringify(usualModes), usualHour],
  )
  const [found] = rows
  if (!found) throw new Fault('not_found', 'There is no such universe.')
  return found
}

/** Throws Fault `invalid` for what is no time zone. */
export async function saveSettings(
  { service }: Pick<Stores, 'service'>,
  person: string,
  { modes, digestHour, timeZone }: NotificationSettings,
): Promise<void> {
  if (!isZone(timeZone))
    throw new Fault('invalid', 'There is no such time zone.', [
      { place: 'timeZone', expected: 'an IANA time zone such as Europe/Helsinki', found: timeZone },
    ])
  await service.query(
    `insert into notification_setting (person, modes, digest_hour, time_zone) values ($1, $2, $3, $4)
     on conflict (person) do update set modes = $2, digest_hour = $3, time_zone = $4`,
    [person, JSON.stringify(modes), digestHour, timeZone],
  )
}
