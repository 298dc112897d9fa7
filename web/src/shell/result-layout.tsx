import { screenAt } from '@kaiku/core/screen.ts'
import { Outlet, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
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
  const isLaterScreen = useLocation({ select: ({ pathname }) => isLater(screenAt(pathname)?.screen) })
  const { survey = '', pageId, drillPath = '' } = useParams({ strict: false })
  const { compare } = useSearch({ strict: false })
  const at = useMemo(() => readAt({ survey, pageId, drillPath }, { compare }), [survey, pageId, drillPath, compare])
  const shell = useMemo(() => <Shell>{isLaterScreen ? <Outlet /> : undefined}</Shell>, [isLaterScreen])
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
      <AtProvider at={at.value}>{shell}</AtProvider>
    </SurveyProvider>
  )
}
