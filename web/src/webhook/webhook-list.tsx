import type { Webhook } from '@kaiku/contract/webhook.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { TokenList } from '../token-list/token-list.tsx'
import { MessageList } from './message-list.tsx'
import { NewSecret } from './new-secret.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { webhooksKey, webhooksQuery } from './webhook.queries.ts'
import { WebhookLine } from './webhook-line.tsx'

/** What was asked of one of the list; of none where a new one is made. */
type OpenDialog = { act: 'new' } | { act: 'messages' | 'rotate' | 'remove'; of: string }

/** The programs that are told what happens here: what there is, a new one, its secret, a pause and its end. */
export function WebhookList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const list = useQuery(webhooksQuery(universe))
  const [asking, setAsking] = useState<OpenDialog | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const readAgain = () => client.invalidateQueries({ queryKey: webhooksKey(universe) })
  const close = () => setAsking(null)
  const pause = ({ hookId, label, pausedAt }: Webhook) =>
    attempt(async () => {
      const { isPaused } = await send('webhook.pause', { hookId, isPaused: pausedAt === null })
      say(t(isPaused ? 'webhook.paused' : 'webhook.resumed', { name: label }))
      await readAgain()
      return null
    })
  const remove = ({ hookId, label }: Webhook) =>
    attempt(async () => {
      await send('webhook.remove', { hookId })
      close()
      say(t('webhook.removed', { name: label }))
      await readAgain()
      return null
    })
  const asked =
    asking !== null && asking.act !== 'new' ? list.data?.find(({ hookId }) => hookId === asking.of) : undefined
  return (
    <TokenList
      words="webhook"
      list={list}
      keyOf={({ hookId }) => hookId}
      line={(one) => (
        <WebhookLine
          of={one}
          busy={busy}
          onPause={() => void pause(one)}
          onAsk={(act) => setAsking({ act, of: one.hookId })}
        />
      )}
      fault={asking === null ? fault : ''}
      onNew={() => setAsking({ act: 'new' })}
    >
      {asking?.act === 'new' && <NewWebhook onMade={() => void readAgain()} onClose={close} />}
      {asking?.act === 'messages' && asked && <MessageList of={asked} onClose={close} />}
      {asking?.act === 'rotate' && asked && <NewSecret of={asked} onClose={close} />}
      {asking?.act === 'remove' && asked && (
        <Confirm
          title={t('webhook.removeTitle', { name: asked.label })}
          act={t('webhook.remove')}
          busy={busy}
          fault={fault}
          onConfirm={() => void remove(asked)}
          onClose={close}
        >
          <p>{t('webhook.removeWhy')}</p>
        </Confirm>
      )}
    </TokenList>
  )
}
