import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { Button, LinkButton } from '../control/control.tsx'
import { FullNotice } from './full-notice.tsx'

type Props = {
  error: unknown
  /** Goes on without the identity provider; absent: nothing goes on. */
  withPassword: (() => void) | undefined
}

/** The app could not even begin: it says so instead of staying blank, and begins by itself once Kaiku answers. */
export function NoStart({ error, withPassword }: Props) {
  const { t } = useTranslation()
  useComeBack(error instanceof CallError && passing.has(error.code))
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

const passing: ReadonlySet<string> = new Set(['offline', 'busy', 'unavailable'])
/** Milliseconds between two looks whether Kaiku is back. */
const lookEvery = 3_000

function useComeBack(isAway: boolean) {
  useEffect(() => {
    if (!isAway) return
    const look = async () => {
      const isBack = await fetch('/api/health', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) window.location.reload()
    }
    const timer = setInterval(() => void look(), lookEvery)
    return () => clearInterval(timer)
  }, [isAway])
}
