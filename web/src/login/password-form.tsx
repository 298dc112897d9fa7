import type { Identity } from '@kaiku/contract/session.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, LinkButton, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { SecondStep } from '../second-factor/second-step.tsx'
import { isLetIn, universeOfTab } from '../session/session.ts'
import { signIn } from '../sign-in/sign-in.ts'
import css from './login.module.css'

type Props = {
  /** Another way stands above: this one is not the page's first act. */
  quiet?: boolean
  onForgot: (username: string) => void
}

/** User name and password, and the second factor's code where the account has one. */
export function PasswordForm({ quiet = false, onForgot }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [asked, setAsked] = useState<Identity | null>(null)
  const asksCode = asked !== null
  const ref = useRef<HTMLFormElement>(null)
  const submit = (form: HTMLFormElement, passkey?: string) =>
    attempt(async () => {
      const identity = await signIn({
        username: entered(form, 'username').trim(),
        password: entered(form, 'password'),
        remember: new FormData(form).has('remember'),
        universe: universeOfTab(),
        surveyName: new URLSearchParams(window.location.search).get('survey') ?? '',
        ...(passkey !== undefined ? { passkey } : asksCode ? { code: entered(form, 'code').trim() } : {}),
      })
      if (isLetIn(identity)) return null
      // A challenge is answered once: with each refusal comes a new one.
      if (identity.secondFactors.length > 0) setAsked(identity)
      if (identity.loginStatus === loginStatus.secondFactorNeeded) return null
      const field = form.elements.namedItem(asksCode ? 'code' : 'password')
      if (field instanceof HTMLInputElement) field.select()
      return refusedText(identity, t)
    })
  return (
    <form
      ref={ref}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <div className={css.form} hidden={asksCode}>
        <Field
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        <Field label={t('login.password')} name="password" type="password" autoComplete="current-password" required />
        <div className={css.row}>
          <Ticked name="remember">{t('login.remember')}</Ticked>
          <LinkButton onClick={() => onForgot(ref.current ? entered(ref.current, 'username') : '')}>
            {t('login.forgot')}
          </LinkButton>
        </div>
      </div>
      {asked && (
        <SecondStep
          asked={asked}
          busy={busy}
          onPasskey={(passkey) => ref.current && void submit(ref.current, passkey)}
        />
      )}
      <FormFault text={fault} />
      <Button type="submit" primary={!quiet} disabled={busy} className={css.wide}>
        {t('login.signIn')}
      </Button>
    </form>
  )
}

/** Why a sign-in was not heard; nothing of it tells whether there is such a user. */
function refusedText({ loginStatus: status, retryAfter }: Identity, t: TFunction): string {
  if (status === loginStatus.slowedDown) return t('login.slowedDown', { count: retryAfter ?? 1 })
  if (status === loginStatus.noUniverse) return t('login.noUniverse')
  if (status === loginStatus.suspended) return t('login.suspended')
  if (status === loginStatus.secondFactorRefused) return t('login.codeRefused')
  return t('login.refused')
}
