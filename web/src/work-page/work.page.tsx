import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { CorrectionFileList } from '../correction-file/correction-file-list.tsx'
import { FetchedFileList } from '../fetched-file/fetched-file-list.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { noSurvey } from '../survey/no-survey.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { AllTasks } from './all-tasks.tsx'
import { ErasureList } from './erasure-list.tsx'
import { ImportList } from './import-list.tsx'
import { WorkStanding } from './work-standing.tsx'

/** What Kaiku does in the background, for who looks after a universe or brings data into it. */
export function WorkPage() {
  const { t } = useTranslation()
  const { permissions } = useIdentity()
  const { survey } = useSurvey()
  const looksAfter = permissions.includes('manageUniverse')
  const imports = permissions.includes('importData')
  const corrects = imports && permissions.includes('seeInterviews') && !survey.protection
  if (!looksAfter && !imports) return <Notice title={t('work.notYours')} />
  return (
    <>
      <PageHead title={t('work.title')} />
      {looksAfter && <AllTasks />}
      {imports && <ImportList survey={survey.extName} />}
      {imports && survey.extName !== noSurvey && <FetchedFileList survey={survey.extName} />}
      {corrects && <CorrectionFileList />}
      {permissions.includes('manageSamples') && <ErasureList survey={survey.extName} />}
      {looksAfter && <WorkStanding />}
    </>
  )
}
