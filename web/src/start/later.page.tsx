import { screenAt, screens } from '@kaiku/core/screen.ts'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import { isLater, type LaterScreen, laterScreens } from './later-screens.ts'

const useScreen = (): LaterScreen | null => {
  const screen = screenAt(useLocation().pathname)?.screen
  return isLater(screen) ? screen : null
}

/** In the frame of a survey: what will stand at this address. */
export function LaterPage() {
  const { t } = useTranslation()
  const screen = useScreen()
  const { isRoot } = useIdentity()
  if (screen === null) return null
  if ('needs' in screens[screen] && !isRoot) return <Notice title={t('fault.forbidden', { message: '' })} />
  return (
    <>
      <PageHead title={t(`coming.${screen}`)} />
      <Notice title={t('coming.note')}>{t(`coming.why.${laterScreens[screen]}`)}</Notice>
    </>
  )
}
