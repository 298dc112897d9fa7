import { IconShieldLock } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { signInAtProvider } from '../sign-in/provider-session.ts'
import { safeRedirect } from '../sign-in/redirect.ts'
import css from './login.module.css'

/** Leads to the identity provider, and back to where one wanted to go. */
export function ProviderButton({ primary = false }: { primary?: boolean }) {
  const { t } = useTranslation()
  const { redirect, survey, universe } = useSearch({ strict: false })
  const [failed, setFailed] = useState(false)
  const here = new URLSearchParams({
    ...(survey === undefined ? {} : { survey }),
    ...(universe === undefined ? {} : { universe }),
  })
  const leave = () => {
    setFailed(false)
    signInAtProvider(safeRedirect(redirect) ?? (here.size > 0 ? `/?${here}` : '/')).catch((error: unknown) => {
      console.error(error)
      setFailed(true)
    })
  }
  return (
    <>
      <Button primary={primary} className={css.wide} onClick={leave}>
        <IconShieldLock size={18} stroke={1.7} aria-hidden />
        {t('login.provider')}
      </Button>
      <FormFault text={failed ? t('login.providerSilent') : ''} />
    </>
  )
}
