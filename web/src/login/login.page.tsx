import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SignedOut, useSession } from '../session/session.ts'
import { clientConfiguration } from '../sign-in/provider-session.ts'
import type { Texts } from '../text/text.ts'
import { ForgotForm } from './forgot-form.tsx'
import css from './login.module.css'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProviderButton } from './provider-button.tsx'

/** Why one is here, when one did not come on purpose. */
const because = {
  nobody: null,
  left: 'login.left',
  ended: 'login.ended',
  linkRefused: 'login.linkRefused',
  noUniverse: 'login.noUniverse',
  suspended: 'login.suspended',
  refused: 'login.providerRefused',
} as const satisfies Record<SignedOut['because'], keyof Texts | null>

/** Where one signs in, and where mailed links lead to. */
export function LoginPage() {
  const { reset, setup, forgot } = useSearch({ strict: false })
  if (setup !== undefined) return <NewPasswordForm token={setup} />
  if (reset !== undefined) return <NewPasswordForm token={reset} />
  return <SignIn hasForgotten={forgot !== undefined} />
}

/** `hasForgotten`: the provider's login page sent somebody here who does not know their password. */
function SignIn({ hasForgotten }: { hasForgotten: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const [username, setUsername] = useState('')
  const [forgot, setForgot] = useState(hasForgotten)
  const told = session.state === 'signedOut' ? because[session.because] : null
  if (forgot) return <ForgotForm username={username} onBack={() => setForgot(false)} />
  const isOwn = clientConfiguration()?.isOwn ?? true
  return (
    <LoginFrame title={t('login.title')} notice={told === null ? undefined : t(told)}>
      {!isOwn && <ProviderButton primary />}
      {!isOwn && <Or />}
      <PasswordForm
        quiet={!isOwn}
        onForgot={(entered) => {
          setUsername(entered)
          setForgot(true)
        }}
      />
      {isOwn && <Or />}
      {isOwn && <ProviderButton />}
    </LoginFrame>
  )
}

function Or() {
  const { t } = useTranslation()
  return (
    <p className={css.or}>
      <span>{t('login.or')}</span>
    </p>
  )
}
