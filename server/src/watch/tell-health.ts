import { pathTo } from '@kaiku/core/screen.ts'
import type { WatchConfiguration } from '../configuration/watch-configuration.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from '../mail/mail.ts'
import {
  endAlert,
  endedUntold,
  forgetAlerts,
  markTold,
  noteTrouble,
  openAlerts,
  type StoredHealthAlert,
  toldSince,
} from './health-alert.store.ts'
import { holds, type Trouble } from './health-rule.ts'
import { healthText } from './health-text.ts'

const [minute, day] = [60_000, 86_400_000]
/** Milliseconds for which something has not been so until it is over: what comes and goes is one trouble. */
const calm = 5 * minute
/** How often anybody is told of anything in a day. */
export const mostToldInADay = 24
/** Milliseconds for which it is known what was told. */
const kept = 90 * day
/** In the address of screens that are of no survey. */
const noSurvey = '-'

export type HealthTelling = { readonly mail: WatchConfiguration['mail']; readonly publicUrl: string }

type Reader = { readonly email: string; readonly locale: string; readonly name: string }

/** Whoever is to be told, each in their own language; an address without an account in English. */
async function readersOf({ service }: Stores, mail: HealthTelling['mail']): Promise<readonly Reader[]> {
  if (mail === 'off') return []
  const { rows } = await query(
    service,
    { email: text, locale: text, name: text },
    `select distinct on (email) email::text, locale, coalesce(nullif(given_name, ''), username::text) as name from person
     where deactivated_at is null and email is not null and (case when $1::text[] is null then is_root else email = any($1) end)
     order by email, id`,
    [mail === 'roots' ? null : mail],
  )
  if (mail === 'roots') return rows
  const known = new Set(rows.map(({ email }) => email.toLowerCase()))
  const others = mail.filter((one) => !known.has(one.toLowerCase()))
  return [...rows, ...others.map((email) => ({ email, locale: 'en', name: email.split('@')[0] ?? '' }))]
}

const shown = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function tell(stores: Stores, { mail, publicUrl }: HealthTelling, alert: StoredHealthAlert): Promise<void> {
  const link = new URL(pathTo('health', { survey: noSurvey }), publicUrl).href
  for (const { email, locale, name } of await readersOf(stores, mail))
    await sendMail(stores, {
      to: email,
      template: alert.overAt === null ? 'healthAlert' : 'healthOver',
      locale,
      values: {
        name,
        link,
        what: healthText(alert, locale),
        since: shown(alert.begunAt),
        until: alert.overAt === null ? '' : shown(alert.overAt),
      },
    })
}

/**
 * Notes what is not as it should be, and tells of it once it has been so for as long as its rule says, and once more when
 * it is over. `away`: milliseconds for which PostgreSQL has just been away; nobody could note it then.
 */
export async function followTroubles(
  stores: Stores,
  telling: HealthTelling,
  troubles: readonly Trouble[],
  now: number,
  away = 0,
): Promise<void> {
  const at = new Date(now)
  for (const trouble of troubles) {
    const isAway = trouble.rule === 'storeDown' && trouble.part === 'PostgreSQL'
    await noteTrouble(stores, trouble, at, new Date(isAway ? now - away : now))
  }
  let left = mostToldInADay - (await toldSince(stores, new Date(now - day)))
  const mark = async (alert: StoredHealthAlert, what: 'begun' | 'over') => {
    if (left <= 0 || !(await markTold(stores, alert.id, what, at))) return
    left -= 1
    await tell(stores, telling, alert)
  }
  for (const alert of await openAlerts(stores)) {
    if (now - alert.seenAt.getTime() >= calm) await endAlert(stores, alert, at)
    else if (alert.toldAt === null && now - alert.begunAt.getTime() >= holds[alert.rule]) await mark(alert, 'begun')
  }
  for (const alert of await endedUntold(stores)) await mark(alert, 'over')
  await forgetAlerts(stores, new Date(now - kept))
}
