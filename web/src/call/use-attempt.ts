import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from './fault-text.ts'
import { CallError } from './send.ts'

/** An act of a form: whether it is under way, and in words why it failed. */
export function useAttempt() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const attempt = async (act: () => Promise<string | null>) => {
    setBusy(true)
    setFault('')
    try {
      setFault((await act()) ?? '')
    } catch (error) {
      if (!(error instanceof CallError)) console.error(error)
      setFault(faultText(error instanceof Error ? error : new Error(String(error)), t))
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, attempt }
}

/** What was entered under a name. */
export function entered(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
