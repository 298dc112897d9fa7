import type { Webhook } from '@kaiku/contract/webhook.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { ShownOnce } from '../token-list/shown-once.tsx'

/** Asks before a new secret is made, then shows it, this once. */
export function NewSecret({ of: { hookId, label }, onClose }: { of: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = () =>
    attempt(async () => {
      setSecret((await send('webhook.rotate', { hookId })).secret)
      return null
    })
  if (secret !== null)
    return (
      <Dialog title={t('webhook.rotate')} onClose={onClose}>
        <ShownOnce
          why={t('webhook.rotated')}
          texts={[{ title: t('webhook.secret'), value: secret }]}
          onClose={onClose}
        />
      </Dialog>
    )
  return (
    <Confirm
      title={t('webhook.rotateTitle', { name: label })}
      act={t('webhook.rotateAct')}
      busy={busy}
      fault={fault}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      <p>{t('webhook.rotateWhy')}</p>
    </Confirm>
  )
}
