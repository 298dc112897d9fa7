import { setTimeout as pause } from 'node:timers/promises'
import { type ReportState, reportCalls } from '@kaiku/contract/report.ts'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import type { Identity } from '@kaiku/contract/session.ts'
import { call, type Reached } from './kaiku.ts'

/** `more`: what else is asked for, such as a page or a language. */
export type AskedReport = {
  readonly survey: string
  readonly path: string
  readonly kind: ReportKind
  readonly more?: object
}

/** Begins a report, as somebody in a universe. */
export const begunReport = (running: Reached, as: Identity, { survey, path, kind, more = {} }: AskedReport) =>
  call<ReportState>(running, as, `vuejs/reports/createreport/${survey}/${encodeURIComponent(path)}/${kind}`, more)

export const reportState = (running: Reached, as: Identity, survey: string, reportUUID: string) =>
  call<ReportState>(running, as, `vuejs/reports/status/${survey}/${reportUUID}`)

/** Has a report made; its id. Throws where it fails. */
export async function madeReport(running: Reached, as: Identity, asked: AskedReport): Promise<string> {
  let { reportUUID, status } = await begunReport(running, as, asked)
  while (status === 'QUEUED' || status === 'PROCESSING') {
    await pause(200)
    status = (await reportState(running, as, asked.survey, reportUUID)).status
  }
  if (status !== 'FINISHED') throw new Error(`${asked.kind} of ${asked.path}: ${status}`)
  return reportUUID
}

/** The file of a report, by a ticket. */
export async function fetchedReport(running: Reached, as: Identity, survey: string, reportUUID: string) {
  const ticket = reportCalls.ticket.path.replace(':survey', survey).replace(':reportUUID', reportUUID)
  const { address } = await call<{ address: string }>(running, as, ticket, {})
  const reply = await fetch(`${running.address}${address}`)
  if (!reply.ok || !reply.body) throw new Error(`${address}: ${reply.status}`)
  return reply.body
}
