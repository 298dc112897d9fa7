import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { FullNotice } from '../overlay/full-notice.tsx'
import { safeRedirect } from '../sign-in/redirect.ts'

/** This window is too old, or the server is being changed: loads the new version, and goes back to where one was. */
export function UpgradePage() {
  const { t } = useTranslation()
  const onward = safeRedirect(useSearch({ strict: false }).redirect) ?? '/'
  return (
    <FullNotice
      title={t('upgrade.title')}
      action={
        <Button primary onClick={() => window.location.assign(onward)}>
          {t('upgrade.load')}
        </Button>
      }
    >
      {t('upgrade.why')}
    </FullNotice>
  )
}
