import { Fault } from '@kaiku/core/fault.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type pg from 'pg'
import {
  type Due,
  type Outcome,
  type Queue,
  settle,
  startQueue,
  takeDue,
  whileLeased,
} from '../background-work/queue.ts'
import type { WorkLanes } from '../background-work/work-lanes.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { inTransaction } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { putMail } from '../mail/mail.ts'
import type { MailCheck } from '../mail/send-once.ts'
import { interviewsOn } from '../monday-card/card-mail.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { rightsOf } from '../report/report.ts'
import { makeScheduledMail, type ReadyMail } from '../scheduled-mail/make-scheduled-mail.ts'
import { writeScheduledMail } from '../scheduled-mail/write-scheduled-mail.ts'
import { viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { putTask } from '../task/task.ts'
import { leaveToken } from './leave-link.ts'
import { endMailing, lastSent, mailingOf, noteSent, readWaiting, setMail, withhold } from './mailing.store.ts'
import { readSchedule, type StoredSchedule } from './report-schedule.store.ts'

/** What each reader gets of a run waits until it is made as them. */
export const mailingQueue: Queue = {
  name: 'mailings',
  what: 'Scheduled reports wait',
  table: 'report_mailing',
  receiver: 'q.universe',
  receivers: `select distinct q.universe as receiver from report_mailing q
    where q.state = 'waiting' and q.next_at <= (select now from clock)`,
  limits: { all: 3, universe: 2, receiver: 2 },
  idle: 2_000,
  failed: 10_000,
  pause: { first: 15, longest: 900 },
  rests: true,
  lease: 30,
  mostAttempts: 6,
  taken: 'state = q.state',
  dead: `state = 'failed', ended_at = now()`,
  givenUp: { state: 'failed', again: 'q.mail is null' },
}

/** What is told to wait for passes by itself. */
const passing: readonly string[] = ['unavailable', 'busy']

type Making = Pick<Configuration, 'publicUrl'>

/** Makes what waits, as long as Kaiku runs, in any number of processes, and notes what became of the mails. */
export const startMailings = (stores: Stores, log: Say, making: Making): BackgroundJob =>
  startQueue(stores, mailingQueue, log, async (lanes, stopped) => {
    await noteSent(stores)
    return runMailings(stores, making, log, lanes, stopped)
  })

/** Starts to make what waits, as much as fits in the lanes; how much that was. */
export async function runMailings(
  stores: Stores,
  making: Making,
  log: Say,
  lanes: WorkLanes,
  stopped: AbortSignal,
): Promise<number> {
  const due = await takeDue(stores, mailingQueue, lanes)
  for (const one of due) lanes.start(one, () => runOne(stores, making, log, one, stopped))
  return due.length
}

async function runOne(stores: Stores, making: Making, log: Say, due: Due, stopped: AbortSignal): Promise<void> {
  const outcome = await whileLeased(stores, mailingQueue, due, async (): Promise<Outcome | null> => {
    try {
      await makeOne(stores, making, due, stopped)
      return null
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      if (error instanceof Fault && !passing.includes(error.code)) return { fault, isFinal: true }
      if (!stopped.aborted) log(`${mailingQueue.what}: ${due.id}: ${fault}`)
      return { fault }
    }
  })
  if (outcome !== null) await settle(stores, mailingQueue, due, outcome, stopped)
}

async function makeOne(stores: Stores, { publicUrl }: Making, due: Due, signal: AbortSignal): Promise<void> {
  const waiting = await readWaiting(stores, due.id)
  const schedule = waiting && (await readSchedule(stores.service, due.universe, waiting.schedule))
  if (!waiting || !schedule) return
  const { person, byHand } = waiting
  const last = schedule.onlyNew && !byHand ? await lastSent(stores, due.universe, schedule.id, person) : null
  const token = await leaveToken(stores, { universe: due.universe, schedule: schedule.id, person })
  const leave = new URL(pathTo('leave', { token }), publicUrl).href
  const ready = schedule.leftBy.includes(person)
    ? 'left'
    : await makeScheduledMail({ stores, publicUrl, signal }, schedule, { id: due.id, person, leave, last })
  await inTransaction(stores.service, async (client) => {
    // Its state and its mail are written together, so that there is one mail wherever this dies.
    const isState = typeof ready === 'string'
    if (!(await endMailing(client, due, isState ? ready : 'made', isState ? null : ready.made)) || isState) return
    await setMail(client, due.id, await putReady(client, schedule, ready, due.id, publicUrl))
    crashPoint('mailed')
  })
}

async function putReady(
  client: pg.PoolClient,
  { universe, title }: StoredSchedule,
  { to, survey, viewer, by, figures, card, links, file, task }: ReadyMail,
  linkable: string,
  publicUrl: string,
): Promise<string> {
  const { locale } = viewer.who
  const { givenName, username } = viewer.person
  const reportAt = (reportUUID: string) =>
    new URL(pathTo('reportdownload', { survey, reportUUID }, { universe: viewer.universe.name, linkable }), publicUrl)
      .href
  const waits = task && { title: task.title, link: reportAt(await putTask(client, task)) }
  const report = file ? { file: file.name } : waits
  const mail = writeScheduledMail({ locale, title, name: givenName || username, by, figures, card, links, report })
  const about = card ? { about: interviewsOn(card) } : {}
  return putMail(client, to, mail, { ...about, universe, once: true, leaveLink: links.leave, file })
}

/** A mail that was made goes only to who has the same rights still, and wants it still. */
export const checkMailing: MailCheck = async (stores, mail) => {
  const mailing = await mailingOf(stores, mail)
  if (!mailing) return null
  const { id, universe, person } = mailing
  const schedule = await readSchedule(stores.service, universe, mailing.schedule)
  if (schedule?.state === 'ended' || schedule?.leftBy.includes(person)) {
    await withhold(stores, id, 'left')
    return 'its reader wants no more of it, or it has ended'
  }
  const viewer = await viewerNow(stores, person, universe)
  const dictionary = schedule && (await surveyByNumber(stores, schedule.survey))
  if (viewer && dictionary && rightsOf(viewer.who, dictionary) === mailing.rights) return null
  await withhold(stores, id, 'noRight')
  return 'the rights of its reader have changed'
}
