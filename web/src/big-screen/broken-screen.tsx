import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { BlankScreen } from './blank-screen.tsx'

/** Milliseconds. */
const patience = 15_000

/** Something broke, or a part of the client could not be fetched, and nobody is there to press anything. */
export function BrokenBigScreen() {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), patience)
    return () => clearTimeout(timer)
  }, [])
  return <BlankScreen title={t('bug.screen')} />
}
