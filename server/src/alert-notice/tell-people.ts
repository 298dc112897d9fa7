import {
  type NoticeKind,
  type NotificationSettings,
  noticeKinds,
  notificationSettings,
} from '@kaiku/contract/notification.ts'
import { nextHour } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { forgetNotices, isNoticeDue, noticeOverdue, putOffNotices } from '../alert/notice.ts'
import { inTransaction } from '../db/postgres.ts'
import { json, nullable, number, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { putMail } from '../mail/mail.ts'
import { type Noticed, noticeText } from '../notice/notice-text.ts'
import { settingColumns, usualHour, usualModes } from '../notice/notification-setting.ts'
import { namesOf } from '../person/person-name.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { putPushes } from '../push/put-pushes.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { type NoticeLine, writeNotices } from './notice-mail.ts'

const waitingColumns = {
  modes: json(notificationSettings.shape.modes),
  digestHour: number,
  timeZone: text,
  universe: text,
  person: text,
  kind: oneOf(...noticeKinds),
  oldest: time,
} satisfies Shape

const keptColumns = {
  alert: nullable(text),
  interview: nullable(text),
  survey: number,
  kind: oneOf(...noticeKinds),
  id: text,
  actor: nullable(text),
  at: time,
} satisfies Shape

type StoredNotice = Noticed & { readonly id: string; readonly actor: string | null; readonly at: Date }

const mailsAtOnce = 50

/**
 * Writes the mails whose time has come: a notice is taken away in the transaction that puts its mail into the mailbox, so
 * each is told once, wherever this dies and however many processes do it. Answers how many mails. `now`: milliseconds
 * since 1970; `failed` hears why somebody could not be told; without it, that is thrown.
 */
export async function tellPeople(
  stores: Stores,
  publicUrl: string,
  now: number,
  failed: (error: unknown) => void = fail,
): Promise<number> {
  await noticeOverdue(stores, now)
  await putPushes(stores)
  let mails = 0
  for (const [{ universe, person }, settings] of await peopleToTell(stores, now)) {
    if (mails >= mailsAtOnce) break
    try {
      mails += await tellPerson(stores, publicUrl, universe, person, settings, now)
    } catch (error) {
      failed(error)
      await putOffNotices(stores, universe, person, error instanceof Error ? error.message : String(error))
    }
  }
  return mails
}

const fail = (error: unknown) => {
  throw error
}

type Recipient = NotificationSettings & {
  readonly universe: string
  readonly person: string
  readonly kind: NoticeKind
  readonly oldest: Date
}

/** Those of whose notices the time of some has come, who waits the longest first. */
async function peopleToTell(
  { service }: Stores,
  now: number,
): Promise<Iterable<readonly [Recipient, NotificationSettings]>> {
  const { rows } = await query(
    service,
    waitingColumns,
    `select n.universe, n.person, n.kind, min(n.at) as oldest, ${settingColumns('$1', '$2')}
     from alert_notice n join universe u on u.id = n.universe left join notification_setting s on s.person = n.person
     where u.suspended_at is null and ${isNoticeDue} group by n.universe, n.person, n.kind, s.person, u.id order by min(n.at)`,
    [JSON.stringify(usualModes), usualHour],
  )
  const isDue = ({ modes, kind, digestHour, timeZone, oldest }: Recipient) =>
    modes[kind] !== 'digest' || now >= nextHour(timeZone, digestHour, oldest.getTime())
  const due = rows.filter(isDue)
  return new Map(due.map((row) => [`${row.universe} ${row.person}`, [row, row] as const])).values()
}

async function tellPerson(
  stores: Stores,
  publicUrl: string,
  universe: string,
  userId: string,
  settings: NotificationSettings,
  now: number,
): Promise<number> {
  const viewer = await viewerNow(stores, userId, universe)
  return inTransaction(stores.service, async (client) => {
    const { rows } = await query(
      client,
      keptColumns,
      `select n.id, n.alert, n.interview::text, coalesce(a.survey, n.survey) as survey, n.kind, n.actor, n.at
       from alert_notice n left join alert a on (a.universe, a.id) = (n.universe, n.alert)
       where n.universe = $1 and n.person = $2 and ${isNoticeDue} order by n.id for update of n skip locked`,
      [universe, userId],
    )
    const { atOnce, together, done } = sorted(rows, settings, now)
    if (done.length === 0) return 0
    await forgetNotices(client, universe, done)
    const { email, givenName, username } = viewer?.person ?? {}
    if (!viewer || !email) return 0
    const batches = [...atOnce.map((one) => [one]), together]
    let mails = 0
    for (const batch of batches) {
      const lines = await linesOf(stores, client, viewer, publicUrl, batch)
      if (lines.length === 0) continue
      const name = givenName || username || ''
      const about = batch.flatMap(({ alert }) => alert ?? [])
      const mail = writeNotices(viewer.who.locale, name, lines)
      await putMail(client, email, mail, about.length > 0 ? { about } : {})
      mails += 1
    }
    crashPoint('mailed')
    return mails
  })
}

/** What is sent now: each by itself, and a digest once its hour has come for the oldest; `done`: what need not be kept. */
function sorted(rows: readonly StoredNotice[], { modes, digestHour, timeZone }: NotificationSettings, now: number) {
  const of = (mode: string) => rows.filter(({ kind }) => modes[kind] === mode)
  const waiting = of('digest')
  const oldest = waiting[0]?.at.getTime()
  const isTime = oldest !== undefined && now >= nextHour(timeZone, digestHour, oldest)
  const together = isTime ? waiting : []
  const atOnce = of('immediate')
  return { atOnce, together, done: [...atOnce, ...together, ...of('off')].map(({ id }) => id) }
}

/** Of alerts and interviews that the reader handles still and that are not done: else there is nothing to tell. */
async function linesOf(
  stores: Stores,
  client: pg.PoolClient,
  viewer: SignedInViewer,
  publicUrl: string,
  notices: readonly StoredNotice[],
): Promise<NoticeLine[]> {
  const names = await namesOf(
    stores.service,
    notices.map(({ actor }) => actor),
  )
  const lines: NoticeLine[] = []
  for (const notice of notices) {
    const told = await noticeText(stores, client, viewer, notice)
    if (!told) continue
    const { kind, actor } = notice
    lines.push({ kind, title: told.title, by: names.get(actor ?? '') ?? '', link: new URL(told.path, publicUrl).href })
  }
  return lines
}
