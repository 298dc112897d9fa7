import { fetched, refused } from '@kaiku/core/report-download.ts'
import { CallError, send } from '../call/send.ts'
import { takeAddress } from '../call/take-address.ts'
import { changeReportDownload } from './report-download.ts'

const isFinal: ReadonlySet<string> = new Set(['forbidden', 'not_found'])

/** Hands a report to the browser, which writes it to the disk as it comes. Throws a `CallError`. */
export async function fetchReport(survey: string, reportUUID: string): Promise<void> {
  const { address } = await send('report.ticket', { survey, reportUUID }).catch((error: unknown) => {
    if (error instanceof CallError && isFinal.has(error.code))
      changeReportDownload((before) => refused(before, reportUUID))
    throw error
  })
  takeAddress(address)
  changeReportDownload((before) => fetched(before, reportUUID))
}
