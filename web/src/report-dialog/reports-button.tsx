import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../control/control.tsx'
import { useOfferedReports } from '../report/offered-reports.ts'
import { withTexts } from '../text/with-texts.ts'

const loadReports = withTexts('reason', 'schedule', 'report')(() => import('./reports-dialog.tsx'))
/** The dialog of reports, brought with its words when it is opened. */
export const LaterReportsDialog = lazy(async () => ({ default: (await loadReports()).ReportsDialog }))

/** Opens the reports where the survey offers the viewer any. */
export function ReportsButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (useOfferedReports(undefined).length === 0) return null
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{t('report.title')}</LinkButton>
      <Suspense fallback={null}>{isOpen && <LaterReportsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
