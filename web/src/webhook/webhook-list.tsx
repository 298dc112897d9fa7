import type { Webhook } from '@kaiku/contract/webhook.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../account/section.tsx'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { MessageList } from './message-list.tsx'
import { NewSecret } from './new-secret.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { webhooksKey, webhooksQuery } from './webhook.queries.ts'
import { WebhookLine } from './webhook-line.tsx'

/** What was asked of one of the list; of none where a new one is made. */
type Asking = { act: 'new' } | { act: 'messages' | 'rotate' | 'remove'; of: string }

/** The programs that are told what happens here: what there is, a new one, its secret, a pause and its end. */
export function WebhookList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(webhooksQuery(universe))
  const [asking, setAsking] = useState<Asking | null>(null)
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
  const asked = asking !== null && asking.act !== 'new' ? data?.find(({ hookId }) => hookId === asking.of) : undefined
  return (
    <Section title={t('webhook.title')} intro={t('webhook.why')}>
      {error && <Failed title={t('webhook.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && <p className={css.hint}>{t('webhook.none')}</p>}
      {data && data.length > 0 && (
        <ul className={css.tokens}>
          {data.map((one) => (
            <li key={one.hookId}>
              <WebhookLine
                of={one}
                busy={busy}
                onPause={() => void pause(one)}
                onAsk={(act) => setAsking({ act, of: one.hookId })}
              />
            </li>
          ))}
        </ul>
      )}
      {fault !== '' && asking === null && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <div>
        <Button onClick={() => setAsking({ act: 'new' })}>
          <IconPlus size={16} aria-hidden /> {t('webhook.new')}
        </Button>
      </div>
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
    </Section>
  )
}
