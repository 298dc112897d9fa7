import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entered } from '../call/use-attempt.ts'
import { Field } from '../control/control.tsx'

const shortest = 12

type Parts = { readonly first: ReactNode; readonly again: ReactNode; readonly rule: string }

/**
 * A new password, asked for twice: the two fields and their rule, to be laid out by the form; and what was entered in
 * both, null where they differ, which the form says then.
 */
export function useNewPassword({ autoFocus = false } = {}): Parts & { read: (form: HTMLFormElement) => string | null } {
  const { t } = useTranslation()
  const [differs, setDiffers] = useState(false)
  const both = { type: 'password', autoComplete: 'new-password', required: true }
  return {
    first: <Field label={t('password.new')} name="password" minLength={shortest} autoFocus={autoFocus} {...both} />,
    again: (
      <Field label={t('password.again')} name="again" fault={differs ? t('password.differs') : undefined} {...both} />
    ),
    rule: t('password.rule', { count: shortest }),
    read: (form) => {
      const password = entered(form, 'password')
      const isSame = password === entered(form, 'again')
      setDiffers(!isSame)
      return isSame ? password : null
    },
  }
}
