import { type ReportKind, reportKindNames, reportKinds } from '@kaiku/contract/report-kind.ts'
import { ownPageId } from '@kaiku/core/own-page.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** The reports that the open survey offers the viewer on a page; one of the page itself where that is one. */
export function useOfferedReports(page: string | undefined): readonly ReportKind[] {
  const { survey } = useSurvey()
  const { isReadOnly, permissions } = useIdentity()
  if (isReadOnly || !permissions.includes('export')) return []
  const isPage = survey.pages.some(({ extname }) => extname === page) || ownPageId(page) !== null
  return reportKindNames.filter((kind) => {
    const { flag, needs } = reportKinds[kind]
    if ((kind === 'page' || kind === 'deck') && !isPage) return false
    if (needs === 'seeInterviews' && survey.protection) return false
    return survey[flag] && permissions.includes(needs)
  })
}
