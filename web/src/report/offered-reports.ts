import { type ReportKind, reportKindNames, reportKinds } from '@kaiku/contract/report-kind.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** The reports that the open survey offers the viewer on a page; one of the page itself where that is the survey's. */
export function useOfferedReports(page: string | undefined): readonly ReportKind[] {
  const { survey } = useSurvey()
  const { isReadOnly, permissions } = useIdentity()
  if (isReadOnly || !permissions.includes('export')) return []
  return reportKindNames.filter((kind) => {
    const { flag, needs } = reportKinds[kind]
    if ((kind === 'page' || kind === 'deck') && !survey.pages.some(({ extname }) => extname === page)) return false
    if (needs === 'seeInterviews' && survey.protection) return false
    return survey[flag] && permissions.includes(needs)
  })
}
