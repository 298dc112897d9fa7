import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Button, LinkButton } from '../control/control.tsx'
import { FullNotice } from './full-notice.tsx'

type Props = {
  error: unknown
  /** Goes on without the identity provider; absent: nothing goes on. */
  withPassword: (() => void) | undefined
}

/** The app could not even begin: it says so instead of staying blank. */
export function NoStart({ error, withPassword }: Props) {
  const { t } = useTranslation()
  const again = <Button onClick={() => window.location.reload()}>{t('retry')}</Button>
  if (withPassword)
    return (
      <FullNotice
        title={t('start.noProvider')}
        action={
          <>
            {again}
            <LinkButton onClick={withPassword}>{t('start.withPassword')}</LinkButton>
          </>
        }
      >
        {t('start.noProviderWhy')}
      </FullNotice>
    )
  return (
    <FullNotice title={t('start.failed')} action={again}>
      {faultText(error instanceof Error ? error : new Error(String(error)), t)}
    </FullNotice>
  )
}
