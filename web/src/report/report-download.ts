import { inSurvey, noReport, type ReportDownload } from '@kaiku/core/report-download.ts'
import { useSyncExternalStore } from 'react'

/** A reload goes on where the tab was. */
const key = 'kaiku.report'

function remembered(): ReportDownload {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as ReportDownload | null) ?? noReport
  } catch {
    return noReport
  }
}

let present = remembered()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How far the report is that this tab asked for. */
export const useReportDownload = (): ReportDownload => useSyncExternalStore(subscribe, () => present)

export function changeReportDownload(change: (before: ReportDownload) => ReportDownload): ReportDownload {
  present = change(present)
  try {
    sessionStorage.setItem(key, JSON.stringify(present))
  } catch {
    // A browser that forbids storage forgets it on reload; it still stands among one's tasks.
  }
  for (const listener of listeners) listener()
  return present
}

/** In another survey nothing is under way. */
export const enterSurvey = (survey: string) => changeReportDownload((before) => inSurvey(before, survey))
