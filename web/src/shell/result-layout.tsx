import { screenAt } from '@kaiku/core/screen.ts'
import { Outlet, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AtProvider, readAt } from '../drill-path/at.tsx'
import { SurveyProvider } from '../survey/survey-context.tsx'
import { faultText } from '../text/fault-text.ts'
import { Button } from '../ui/control.tsx'
import { FullNotice, StartLink, Waiting } from './full-notice.tsx'
import { isLater } from './later-screens.ts'
import { Shell } from './shell.tsx'

/** Reads the address, opens the survey, and shows what stands there. */
export function ResultLayout() {
  const { t } = useTranslation()
  const screen = screenAt(useLocation().pathname)?.screen
  const { survey = '', pageId, drillPath = '' } = useParams({ strict: false })
  const at = readAt({ survey, pageId, drillPath }, useSearch({ strict: false }))
  if (!at.ok)
    return (
      <FullNotice title={t('address.broken')} action={<StartLink />}>
        {t('address.brokenWhy', { position: at.position + 1, expected: at.expected })}
      </FullNotice>
    )
  return (
    <SurveyProvider
      name={survey}
      loading={<Waiting />}
      failed={(error, retry) => (
        <FullNotice
          title={t('survey.failed')}
          action={
            <>
              <Button onClick={retry}>{t('retry')}</Button>
              <StartLink />
            </>
          }
        >
          {faultText(error, t)}
        </FullNotice>
      )}
    >
      <AtProvider at={at.value}>
        <Shell>{isLater(screen) ? <Outlet /> : undefined}</Shell>
      </AtProvider>
    </SurveyProvider>
  )
}
