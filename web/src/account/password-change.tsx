import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './account.module.css'
import { sessionsQuery } from './account.queries.ts'
import { Section } from './section.tsx'

const shortest = 12

/** Another password; every other session ends with the old one. */
export function PasswordChange({ username }: { username: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [differs, setDiffers] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = entered(form, 'password')
    const isSame = password === entered(form, 'again')
    setDiffers(!isSame)
    if (!isSame) return
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
          <Field
            label={t('password.new')}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={shortest}
            required
          />
          <Field
            label={t('password.again')}
            name="again"
            type="password"
            autoComplete="new-password"
            required
            fault={differs ? t('password.differs') : undefined}
          />
        </div>
        <p className={css.hint}>{t('password.rule', { count: shortest })}</p>
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        <div className={css.acts}>
          <Button type="submit" disabled={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
