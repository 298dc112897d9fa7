import { type ReportDownload, refused, told } from '@kaiku/core/report-download.ts'
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
  const isFollowed = report.state === 'downloadQueued' || report.state === 'downloadReady'
  return isFollowed && report.survey === extName ? <Following report={report} /> : null
}

/** One that waits to be fetched is looked at, too: it may have expired, or be another person's who was here before. */
function Following({ report }: { report: Exclude<ReportDownload, { state: 'none' }> }) {
  const { t } = useTranslation()
  const { survey, reportUUID } = report
  const { data, error } = useQuery(reportStatusQuery(report))
  const fetchIt = () => void fetchReport(survey, reportUUID).catch((fault: Error) => say(faultText(fault, t)))
  const onTold = useEffectEvent((progress: NonNullable<typeof data>) => {
    const { state } = changeReportDownload((before) => told(before, progress))
    if (report.state === 'downloadQueued' && state === 'downloadReady')
      say(t('report.ready'), { title: t('report.download'), run: fetchIt })
    if (report.state === 'downloadQueued' && progress.status === 'FAILED') say(t('report.failed'))
  })
  useEffect(() => {
    if (data?.reportUUID === reportUUID) onTold(data)
  }, [data, reportUUID])
  const isGone = error !== null && 'code' in error && error.code === 'not_found'
  useEffect(() => {
    if (isGone) changeReportDownload((before) => refused(before, reportUUID))
  }, [isGone, reportUUID])
  return null
}
