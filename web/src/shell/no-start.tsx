import { useTranslation } from 'react-i18next'
import { faultText } from '../text/fault-text.ts'
import { Button } from '../ui/control.tsx'
import { FullNotice } from './full-notice.tsx'

/** The app could not even begin: it says so instead of staying blank. */
export function NoStart({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <FullNotice
      title={t('start.failed')}
      action={<Button onClick={() => window.location.reload()}>{t('retry')}</Button>}
    >
      {faultText(error instanceof Error ? error : new Error(String(error)), t)}
    </FullNotice>
  )
}
