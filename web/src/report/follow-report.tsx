import { noReport, type ReportDownload, told } from '@kaiku/core/report-download.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { fetchReport } from './fetch-report.ts'
import { reportStatusQuery } from './report.queries.ts'
import { changeReportDownload, enterSurvey, useReportDownload } from './report-download.ts'

/** Follows the report that this tab asked for, whatever screen is open, and says when it is there. */
export function FollowReport() {
  const report = useReportDownload()
  const { extName } = useSurvey().survey
  useEffect(() => void enterSurvey(extName), [extName])
  return report.state === 'downloadQueued' && report.survey === extName ? <Following report={report} /> : null
}

type Queued = Extract<ReportDownload, { state: 'downloadQueued' }>

function Following({ report }: { report: Queued }) {
  const { t } = useTranslation()
  const { survey, reportUUID } = report
  const { data, error } = useQuery(reportStatusQuery(report))
  const fetchIt = () => void fetchReport(survey, reportUUID).catch((fault: Error) => say(faultText(fault, t)))
  const onTold = useEffectEvent((progress: NonNullable<typeof data>) => {
    const { state } = changeReportDownload((before) => told(before, progress))
    if (state === 'downloadReady') say(t('report.ready'), { title: t('report.download'), run: fetchIt })
    if (progress.status === 'FAILED') say(t('report.failed'))
  })
  useEffect(() => {
    if (data?.reportUUID === reportUUID) onTold(data)
  }, [data, reportUUID])
  const isGone = error !== null && 'code' in error && error.code === 'not_found'
  useEffect(() => {
    if (isGone) changeReportDownload(() => noReport)
  }, [isGone])
  return null
}
