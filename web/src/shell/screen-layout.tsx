import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { type At, AtProvider, defaultComparison, rankingsPage, startOf } from '../drill-path/at.tsx'
import { Retry } from '../overlay/failed.tsx'
import { FullNotice, StartLink, Waiting } from '../overlay/full-notice.tsx'
import { SurveyProvider, useSurvey } from '../survey/survey-context.tsx'
import { Frame } from './frame.tsx'

/** The frame of screens that show no figures: its links lead to the start of the survey that the address names. */
export function ScreenLayout() {
  const { t } = useTranslation()
  const { survey = '' } = useParams({ strict: false })
  return (
    <SurveyProvider
      name={survey}
      loading={<Waiting />}
      failed={(error, retry) => (
        <FullNotice
          title={t('survey.failed')}
          action={
            <>
              <Retry error={error} onRetry={retry} />
              <StartLink />
            </>
          }
        >
          {faultText(error, t)}
        </FullNotice>
      )}
    >
      <Framed />
    </SurveyProvider>
  )
}

function Framed() {
  const { survey } = useSurvey()
  const at: At = {
    survey: survey.extName,
    page: survey.pages[0]?.extname ?? rankingsPage,
    compare: defaultComparison,
    ...startOf(survey.startPath, survey.startFilter),
  }
  return (
    <AtProvider at={at}>
      <Frame plain>
        <Outlet />
      </Frame>
    </AtProvider>
  )
}
