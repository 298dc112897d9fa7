import type { NoticeKind, NotificationSettings } from '@kaiku/contract/notification.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { alertOf } from '../alert/read-alert.ts'
import { shownTo } from '../alert/shown-alert.ts'
import { spoken } from '../alert-rule/alert-words.ts'
import { inTransaction } from '../db/postgres.ts'
import { putMail } from '../mail/mail.ts'
import { type Person, personById } from '../person/person.ts'
import { namesOf } from '../person/person-name.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { offeredLocale, type Viewer, viewerOf } from '../session/who.ts'
import type { Stores } from '../stores.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Line, writeNotices } from './notice-mail.ts'
import { noticedInterview } from './noticed-interview.ts'
import { settingColumns, usualHour, usualModes } from './notification-setting.ts'

type Kept = {
  readonly id: string
  /** Of an alert; null: of an interview. */
  readonly alert: string | null
  readonly interview: string | null
  readonly survey: number
  readonly kind: NoticeKind
  readonly actor: string | null
  readonly at: Date
}

const mailsAtOnce = 50

/**
 * Writes the mails whose time has come: a notice is taken away in the transaction that puts its mail into the mailbox, so
 * each is told once, wherever this dies and however many processes do it. Answers how many mails. `now`: milliseconds
 * since 1970.
 */
export async function tellPeople(stores: Stores, publicUrl: string, now: number): Promise<number> {
  await noticeOverdue(stores, now)
  let mails = 0
  for (const [{ universe, person }, settings] of await peopleToTell(stores, now)) {
    if (mails >= mailsAtOnce) break
    mails += await tellPerson(stores, publicUrl, universe, person, settings, now)
  }
  return mails
}

type Waiting = NotificationSettings & {
  readonly universe: string
  readonly person: string
  readonly kind: NoticeKind
  readonly oldest: Date
}

/** Those of whose notices the time of some has come, who waits the longest first. */
async function peopleToTell(
  { service }: Stores,
  now: number,
): Promise<Iterable<readonly [Waiting, NotificationSettings]>> {
  const { rows } = await service.query<Waiting>(
    `select n.universe, n.person, n.kind, min(n.at) as oldest, ${settingColumns('$1', '$2')}
     from alert_notice n join universe u on u.id = n.universe left join notification_setting s on s.person = n.person
     group by n.universe, n.person, n.kind, s.person, u.id order by min(n.at)`,
    [JSON.stringify(usualModes), usualHour],
  )
  const isDue = ({ modes, kind, digestHour, timeZone, oldest }: Waiting) =>
    modes[kind] !== 'digest' || now >= nextHour(timeZone, digestHour, oldest.getTime())
  const due = rows.filter(isDue)
  return new Map(due.map((row) => [`${row.universe} ${row.person}`, [row, row] as const])).values()
}

/** Owners are told once that the time to be solved is over, and again only of another time. */
const noticeOverdue = ({ service }: Stores, now: number) =>
  service.query(
    `with late as (
       update alert set told_overdue = due_at where (universe, id) in (
         select universe, id from alert where due_at < $1 and state <> 'solved' and owner is not null
           and withdrawn_at is null and told_overdue is distinct from due_at limit 500 for update skip locked)
       returning universe, id, owner)
     insert into alert_notice (universe, alert, person, kind, at) select universe, id, owner, 'overdue', $1 from late`,
    [new Date(now).toISOString()],
  )

async function tellPerson(
  stores: Stores,
  publicUrl: string,
  universe: string,
  userId: string,
  settings: NotificationSettings,
  now: number,
): Promise<number> {
  const person = await personById(stores, userId)
  return inTransaction(stores.service, async (client) => {
    const { rows } = await client.query<Kept>(
      `select n.id, n.alert, n.interview::text, coalesce(a.survey, n.survey) as survey, n.kind, n.actor, n.at
       from alert_notice n left join alert a on (a.universe, a.id) = (n.universe, n.alert)
       where n.universe = $1 and n.person = $2 order by n.id for update of n skip locked`,
      [universe, userId],
    )
    const { atOnce, together, done } = sorted(rows, settings, now)
    if (done.length === 0) return 0
    await client.query('delete from alert_notice where universe = $1 and id = any($2)', [universe, done])
    const viewer = person && (await viewerIn(stores, person, universe))
    if (!person?.email || !viewer) return 0
    const batches = [...atOnce.map((one) => [one]), together]
    let mails = 0
    for (const batch of batches) {
      const lines = await linesOf(stores, client, viewer, publicUrl, batch)
      if (lines.length === 0) continue
      const name = person.givenName || person.username
      const about = batch.flatMap(({ alert }) => alert ?? [])
      const mail = writeNotices(viewer.who.locale, name, lines)
      await putMail(client, person.email, mail, about.length > 0 ? { about } : {})
      mails += 1
    }
    crashPoint('mailed')
    return mails
  })
}

/** What is sent now: each by itself, and a digest once its hour has come for the oldest; `done`: what need not be kept. */
function sorted(rows: readonly Kept[], { modes, digestHour, timeZone }: NotificationSettings, now: number) {
  const of = (mode: string) => rows.filter(({ kind }) => modes[kind] === mode)
  const waiting = of('digest')
  const oldest = waiting[0]?.at.getTime()
  const isTime = oldest !== undefined && now >= nextHour(timeZone, digestHour, oldest)
  const together = isTime ? waiting : []
  const atOnce = of('immediate')
  return { atOnce, together, done: [...atOnce, ...together, ...of('off')].map(({ id }) => id) }
}

/** When a clock in the zone shows the hour next after a moment. */
export function nextHour(zone: string, hour: number, after: number): number {
  const today = dayIn(zone, after)
  const moment = momentIn(zone, today, hour * 60)
  return moment > after ? moment : momentIn(zone, addDays(today, 1), hour * 60)
}

/** Null: no account any more, or none in this universe. */
async function viewerIn(stores: Stores, person: Person, universe: string): Promise<Viewer | null> {
  if (person.isDeactivated) return null
  try {
    const viewer = await viewerOf(stores, person, universe)
    // Rights are remembered for a moment; the language is as it is now.
    return { ...viewer, who: { ...viewer.who, locale: offeredLocale(person.locale, viewer.universe.locales) } }
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Of alerts and interviews that the reader handles still and that are not done: else there is nothing to tell. */
async function linesOf(
  stores: Stores,
  client: pg.PoolClient,
  { who, universe }: Viewer,
  publicUrl: string,
  notices: readonly Kept[],
): Promise<Line[]> {
  const names = await namesOf(
    stores.service,
    notices.map(({ actor }) => actor),
  )
  const lines: Line[] = []
  for (const { alert: alertId, interview, survey, kind, actor } of notices) {
    try {
      const dictionary = await surveyByNumber(stores, survey)
      const by = names.get(actor ?? '') ?? ''
      if (alertId === null) {
        const found = await noticedInterview(client, who, dictionary, interview)
        if (!found) continue
        const path = pathTo(
          'interview',
          { survey: dictionary.extName, interviewId: found.id },
          { universe: universe.name },
        )
        lines.push({ kind, title: found.title, by, link: new URL(path, publicUrl).href })
        continue
      }
      const alert = await alertOf(client, who, dictionary, alertId)
      if (alert.withdrawnAt !== null || (alert.state === 'solved' && kind !== 'mentioned')) continue
      const path = pathTo('alert', { survey: dictionary.extName, alertId }, { universe: universe.name })
      const title = spoken(shownTo(who, dictionary, who.locale), alert, alert.title)
      lines.push({ kind, title, by, link: new URL(path, publicUrl).href })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
    }
  }
  return lines
}
