import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useNewPassword } from '../sign-in/new-password.tsx'
import css from './account.module.css'
import { sessionsQuery } from './account.queries.ts'

/** Another password; every other session ends with the old one. */
export function PasswordChange({ username }: { username: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const { first, again, rule, read } = useNewPassword()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = read(form)
    if (password === null) return
    void attempt(async () => {
      await send('account.changePassword', { current: entered(form, 'current'), password })
      form.reset()
      say(t('password.changed'))
      await client.invalidateQueries(sessionsQuery)
      return null
    })
  }
  return (
    <Section title={t('password.title')} intro={t('password.why')}>
      <form className={css.form} onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label={t('password.current')} name="current" type="password" autoComplete="current-password" required />
        <div className={css.pair}>
          {first}
          {again}
        </div>
        <p className={css.hint}>{rule}</p>
        <FormFault text={fault} />
        <div className={css.acts}>
          <Button type="submit" disabled={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
