import { useTranslation } from 'react-i18next'
import { LoginFrame } from './login-frame.tsx'
import { PasswordForm } from './password-form.tsx'

/** Where one signs in. */
export function LoginPage() {
  const { t } = useTranslation()
  return (
    <LoginFrame title={t('login.title')}>
      <PasswordForm />
    </LoginFrame>
  )
}
