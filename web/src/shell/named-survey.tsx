import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useVisit } from '../analytics/visit.ts'
import { faultText } from '../call/fault-text.ts'
import { Retry } from '../overlay/failed.tsx'
import { FullNotice, StartLink, Waiting } from '../overlay/full-notice.tsx'
import { PreviewBar } from '../preview/preview-bar.tsx'
import { SurveyProvider } from '../survey/survey-context.tsx'

/** Opens the survey that an address names, and says where it could not be. */
export function NamedSurvey({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <SurveyProvider
      name={name}
      loading={<Waiting />}
      failed={(error, retry) => (
        <>
          <PreviewBar />
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
        </>
      )}
    >
      <Visited survey={name} />
      {children}
    </SurveyProvider>
  )
}

/** Only what could be opened was. */
function Visited({ survey }: { survey: string }) {
  useVisit(survey)
  return null
}
