import type { ApiKey, ApiKeySettings } from '@kaiku/contract/api-key.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { ShownOnce } from '../token-list/shown-once.tsx'
import { ApiKeyForm, type KeyStart } from './api-key-form.tsx'

type Props = {
  /** Null: a new key. */
  kept: ApiKey | null
  start: KeyStart | null
  onSaved: () => void
  onClose: () => void
}

/** Asks what a key opens; of a new one it then shows the address. */
export function ApiKeyDialog({ kept, start, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { busy, fault, attempt } = useAttempt()
  const [address, setAddress] = useState('')
  const create = async ({ pages, path, expiresOn, ...settings }: ApiKeySettings) => {
    const optional = { ...(path !== null && { path }), ...(expiresOn !== null && { expiresOn }) }
    const named = { survey: survey.extName, pages: pages.join(',') }
    const made = await send('apiKey.create', { ...settings, ...named, ...optional })
    setAddress(made.address)
  }
  const save = (settings: ApiKeySettings) =>
    attempt(async () => {
      if (kept) {
        await send('apiKey.save', { survey: survey.extName, keyId: kept.keyId, ...settings })
        say(t('apiKey.saved', { label: settings.label }))
        onClose()
      } else await create(settings)
      onSaved()
      return null
    })
  return (
    <Dialog title={t(kept ? 'apiKey.change' : 'apiKey.new')} onClose={onClose}>
      {address === '' ? (
        <ApiKeyForm
          kept={kept}
          start={start}
          busy={busy}
          fault={fault}
          onSave={(settings) => void save(settings)}
          onClose={onClose}
        />
      ) : (
        <ShownOnce why={t('apiKey.once')} texts={[{ title: t('apiKey.address'), value: address }]} onClose={onClose} />
      )}
    </Dialog>
  )
}
