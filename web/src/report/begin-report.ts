import { begun, mayBegin } from '@kaiku/core/report-download.ts'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { changeReportDownload } from './report-download.ts'

/** Asks for a report, which is followed from then on; its id. Throws a `CallError`. */
export async function beginReport(asked: Sent<'report.begin'>): Promise<string> {
  const told = await send('report.begin', asked)
  follow(asked.survey, told)
  return told.reportUUID
}

/** Follows a report, unless this tab follows another one. */
export const follow = (
  survey: string,
  told: { reportUUID: string; status: string; position: number | null; progress: number },
) =>
  changeReportDownload((before) => (mayBegin(before) ? begun({ survey, reportUUID: told.reportUUID }, told) : before))
