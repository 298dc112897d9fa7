import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import css from './login.module.css'
import { LoginFrame } from './login-frame.tsx'

/** Asks for a link to choose a new password. Says the same whether or not there is such a user. */
export function ForgotForm({ username, onBack }: { username: string; onBack: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const user = entered(event.currentTarget, 'username').trim()
    void attempt(async () => {
      await send('session.forgot', { user })
      setSent(true)
      return null
    })
  }
  const back = <LinkButton onClick={onBack}>{t('login.back')}</LinkButton>
  if (sent)
    return (
      <LoginFrame title={t('forgot.sent')}>
        <p role="status">{t('forgot.sentWhy')}</p>
        {back}
      </LoginFrame>
    )
  return (
    <LoginFrame title={t('forgot.title')} intro={t('forgot.intro')}>
      <form className={css.form} onSubmit={submit}>
        <Field
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          defaultValue={username}
        />
        <FormFault text={fault} />
        <Button type="submit" primary disabled={busy} className={css.wide}>
          {t('forgot.send')}
        </Button>
      </form>
      {back}
    </LoginFrame>
  )
}
