import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { FullNotice, StartLink } from '../overlay/full-notice.tsx'

/** Stands where a screen broke: said, reported, and with two ways on. */
export function BrokenScreen() {
  const { t } = useTranslation()
  return (
    <FullNotice
      title={t('bug.screen')}
      action={
        <>
          <Button onClick={() => window.location.reload()}>{t('bug.reload')}</Button>
          <StartLink />
        </>
      }
    >
      {t('bug.screenWhy')}
    </FullNotice>
  )
}
