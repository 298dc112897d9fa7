import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { QrCode } from './qr-code.tsx'
import css from './second-factor.module.css'

type Props = { begun: Reply<'secondFactor.beginTotp'>; onConfirmed: (added: Reply<'secondFactor.confirmTotp'>) => void }

/** The secret for the app's camera or keyboard, and the first code of it. */
export function TotpStage({ begun: { secret, uri }, onConfirmed }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = entered(event.currentTarget, 'code')
    void attempt(async () => {
      onConfirmed(await send('secondFactor.confirmTotp', { code }))
      return null
    })
  }
  return (
    <form className={css.stage} onSubmit={submit}>
      <div className={css.scan}>
        <QrCode text={uri} label={t('factor.scan')} />
        <div className={css.typed}>
          <p>{t('factor.scan')}</p>
          <p className={css.hint}>{t('factor.orType')}</p>
          <code className={css.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      </div>
      <Field
        label={t('factor.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        autoFocus
      />
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button type="submit" primary disabled={busy}>
          {t('factor.next')}
        </Button>
      </div>
    </form>
  )
}
