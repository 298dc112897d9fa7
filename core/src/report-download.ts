/** A report that somebody asked for, on its way to their disk. */
type Asked = { readonly survey: string; readonly reportUUID: string }

/**
 * How far it is: none asked for; being made, with how many before it (null: it is its turn); made; fetched.
 * Source: the product specification, "Report download".
 */
export type ReportDownload =
  | { readonly state: 'none' }
  | (Asked & { readonly state: 'downloadQueued'; readonly position: number | null; readonly progress: number })
  | (Asked & { readonly state: 'downloadReady' | 'downloadCompleted' })

/** What the server says of a report. */
export type ReportProgress = {
  readonly status: string
  readonly position: number | null
  /** From 0 to 1. */
  readonly progress: number
}

export const noReport: ReportDownload = { state: 'none' }

/** A new one begins only where none is under way or waits to be fetched. */
export const mayBegin = ({ state }: ReportDownload): boolean => state === 'none' || state === 'downloadCompleted'

export const begun = (asked: Asked, { position, progress }: ReportProgress): ReportDownload => ({
  state: 'downloadQueued',
  survey: asked.survey,
  reportUUID: asked.reportUUID,
  position,
  progress,
})

const ends = new Set(['FAILED', 'CANCELLED', 'EXPIRED'])

/** After the server said how far it is. */
export function told(before: ReportDownload, { status, position, progress }: ReportProgress): ReportDownload {
  if (before.state === 'none' || before.state === 'downloadCompleted') return before
  if (ends.has(status)) return noReport
  if (before.state !== 'downloadQueued') return before
  if (status !== 'FINISHED') return { ...before, position, progress }
  return { state: 'downloadReady', survey: before.survey, reportUUID: before.reportUUID }
}

/** After a report was fetched, wherever that was. */
export const fetched = (before: ReportDownload, reportUUID: string): ReportDownload =>
  before.state !== 'none' && before.reportUUID === reportUUID
    ? { state: 'downloadCompleted', survey: before.survey, reportUUID }
    : before

/** After it turned out that a report is not to be had: it is gone, or its person may have it no longer. */
export const refused = (before: ReportDownload, reportUUID: string): ReportDownload =>
  before.state !== 'none' && before.reportUUID === reportUUID ? noReport : before

/** In another survey nothing is under way. */
export const inSurvey = (before: ReportDownload, survey: string): ReportDownload =>
  before.state !== 'none' && before.survey !== survey ? noReport : before
