import type { Identity } from '@kaiku/contract/session.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import css from './second-factor.module.css'

type Props = {
  /** The answer that asked for more; its challenge holds once. */
  asked: Pick<Identity, 'secondFactors' | 'passkeyChallenge'>
  busy: boolean
  onPasskey: (passkey: string) => void
}

/** What is asked for after the right password: a passkey or a code, as the account has them. */
export function SecondStep({ asked: { secondFactors, passkeyChallenge }, busy, onPasskey }: Props) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState(false)
  const hasPasskey = secondFactors.includes('passkey')
  const show = async () => {
    setRefused(false)
    const { showPasskey } = await import('./passkey-browser.ts')
    await showPasskey(passkeyChallenge).then(onPasskey, () => setRefused(true))
  }
  return (
    <>
      {hasPasskey && (
        <Button className={css.wide} disabled={busy} onClick={() => void show()}>
          <IconFingerprint size={18} stroke={1.7} aria-hidden />
          {t('factor.usePasskey')}
        </Button>
      )}
      <FormFault text={refused ? t('factor.notShown') : ''} />
      <Field label={t('login.code')} name="code" autoComplete="one-time-code" required autoFocus={!hasPasskey} />
    </>
  )
}
