import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import type { TFunction } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { universeOfTab } from '../session/session.ts'
import { signIn } from '../session/sign-in.ts'
import { faultText } from '../text/fault-text.ts'
import { Button, Field, Ticked } from '../ui/control.tsx'
import css from './password-form.module.css'

/** User name and password. */
export function PasswordForm({ username }: { username?: string }) {
  const { t } = useTranslation()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const text = (name: string) => String(entered.get(name) ?? '')
    setBusy(true)
    setFault('')
    try {
      const identity = await signIn({
        username: text('username').trim(),
        password: text('password'),
        remember: entered.has('remember'),
        universe: universeOfTab(),
      })
      if (identity.loginStatus === loginStatus.success) return
      setFault(refusedText(identity, t))
      const password = form.current?.elements.namedItem('password')
      if (password instanceof HTMLInputElement) password.select()
    } catch (error) {
      setFault(faultText(error instanceof Error ? error : new Error(String(error)), t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={css.form} onSubmit={(event) => void submit(event)}>
      <Field
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={username}
        autoFocus={username === undefined}
      />
      <Field label={t('login.password')} name="password" type="password" autoComplete="current-password" required />
      <Ticked name="remember">{t('login.remember')}</Ticked>
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <Button type="submit" primary disabled={busy} className={css.submit}>
        {t('login.signIn')}
      </Button>
    </form>
  )
}

/** Why a sign-in was not heard; nothing of it tells whether there is such a user. */
export function refusedText({ loginStatus: status, retryAfter }: Identity, t: TFunction): string {
  if (status === loginStatus.slowedDown) return t('login.slowedDown', { count: retryAfter ?? 1 })
  if (status === loginStatus.noUniverse) return t('login.noUniverse')
  return t('login.refused')
}
