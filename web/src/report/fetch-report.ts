import { fetched } from '@kaiku/core/report-download.ts'
import { send } from '../call/send.ts'
import { changeReportDownload } from './report-download.ts'

/** Hands a report to the browser, which writes it to the disk as it comes. Throws a `CallError`. */
export async function fetchReport(survey: string, reportUUID: string): Promise<void> {
  const { address } = await send('report.ticket', { survey, reportUUID })
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
  changeReportDownload((before) => fetched(before, reportUUID))
}
