import type { ReportMailing, ReportSchedule } from '@kaiku/contract/report-schedule.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { type AlertWorld, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import type { TestOptions } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { openTransport, sendWaiting } from '../mail/outbox.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { noteSent } from './mailing.store.ts'
import { checkMailing, mailingQueue, runMailings } from './mailing-work.ts'
import { runSchedules, scheduleQueue } from './schedule-work.ts'

type Headers = { authorization: string }

const flags = {
  ...{ enableExcelBenchmarkReport: true, enableInterviewsReport: true, enableIndicatorsReport: true },
  enablePDFBenchmarkReport: true,
  ...{ minimumN: 3, mainIndicators: ['nps', 'mean'] },
}
export const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], ...flags },
  'indicators.json': {
    indicators: [
      { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps', decimals: 1 },
      { id: 'mean', title: 'Mean', measure: 'mean', question: 'nps', decimals: 2 },
    ],
  },
  'alert-rules.json': { rules: [] },
}
export const seeing = ['seeIndicators', 'seeComments'] as const satisfies Permission[]
export const exporting = [...seeing, 'export'] as const satisfies Permission[]
export const from = { name: 'Kaiku', address: 'kaiku@example.com' }
export const publicUrl = 'https://kaiku.example.com'

const rethrow = (error: unknown) => {
  throw error
}
const { signal } = new AbortController()

export type ScheduleWorld = Awaited<ReturnType<typeof openScheduleWorld>>

/** A survey with answers in Kamppi and in Lund, and what goes on with schedules, step by step. */
export async function openScheduleWorld(settings: object = {}, options: TestOptions = {}) {
  const world: AlertWorld = await openAlertWorld(
    { ...blocks, 'settings.json': { ...blocks['settings.json'], ...settings } },
    {},
    options,
  )
  const { stores, app } = world
  const answers = (store: string, nps: number, count: number) =>
    Array.from({ length: count }, () => ({ day: '2026-11-02', store, channel: 'web', nps }))
  await world.answer([...answers('kamppi', 10, 6), ...answers('lund', 0, 5), ...answers('sello', 5, 1)])
  let people = 0
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: Headers, payload?: object) =>
    app.inject({ method, url: `/api/report-schedule/${url}`, headers, ...(payload && { payload }) })
  return {
    ...world,
    call,
    answers,
    /** Somebody with a mail address, by headers and id. */
    async reader(place: readonly string[], permissions: readonly Permission[] = seeing, role = `role ${++people}`) {
      const headers = await world.person(role, place, permissions)
      const { userId } = (await app.inject({ url: '/api/account', headers })).json()
      const email = `${role.replaceAll(' ', '-').toLowerCase()}-${userId.slice(-4)}@acme.example`
      await stores.service.query('update person set email = $2 where id = $1', [userId, email])
      forgetRights(stores)
      return { headers, userId: String(userId), email }
    },
    async create(headers: Headers, wanted: object): Promise<ReportSchedule> {
      const rule = { every: 'day', minutes: 480 }
      const usual = { title: 'Weekly', kind: 'figures', path: 'region,all', rule, zone: 'Europe/Helsinki' }
      const reply = await call('POST', 'create/visits', headers, { ...usual, compare: 'none', ...wanted })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json()
    },
    async history(headers: Headers, id: string): Promise<ReportMailing[]> {
      return (await call('GET', `history/${id}`, headers)).json()
    },
    /** Plans what is due at a moment. */
    async plan(clock: number) {
      const lanes = new WorkLanes(scheduleQueue.limits, rethrow)
      while ((await runSchedules(stores, rethrow, lanes, signal, clock)) > 0) await lanes.allEnd()
    },
    /** Makes what waits to be made. */
    async make() {
      const lanes = new WorkLanes(mailingQueue.limits, rethrow)
      while ((await runMailings(stores, { publicUrl }, rethrow, lanes, signal)) > 0) await lanes.allEnd()
    },
    /** Hands what waits to a mail server of its own; what that took. */
    async send(server?: Awaited<ReturnType<typeof smtp>>) {
      const own = server ?? (await smtp())
      const transport = openTransport(own.url)
      const fault = await sendWaiting(stores, transport, from, checkMailing)
      await noteSent(stores)
      transport.close()
      if (!server) await own.close()
      return { taken: own.taken, fault }
    },
  }
}

export const dueOf = ({ nextAt }: ReportSchedule): number => Date.parse(nextAt ?? '')
