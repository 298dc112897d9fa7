import { type ReportKind, reportKindNames, reportKinds } from '@kaiku/contract/report-kind.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** The reports that the open survey offers the viewer. */
export function useOfferedReports(): readonly ReportKind[] {
  const { survey } = useSurvey()
  const { isReadOnly, permissions } = useIdentity()
  if (isReadOnly || !permissions.includes('export')) return []
  return reportKindNames.filter((kind) => {
    const { flag, needs } = reportKinds[kind]
    if (needs === 'seeInterviews' && survey.protection) return false
    return survey[flag] && permissions.includes(needs)
  })
}
