import { type DeliveryState, deliveryStates, type Webhook, type WebhookDelivery } from '@kaiku/contract/webhook.ts'
import { readWebhookFault } from '@kaiku/core/webhook-fault.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Segments } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import css from '../token-list/token-list.module.css'
import own from './webhook.module.css'
import { webhookDeliveriesQuery, webhooksKey } from './webhook.queries.ts'

/** Where the server stops. */
const mostListed = 100

/** The messages of a webhook: what waits, what was given up and why, what was taken. */
export function MessageList({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const { hookId, label, dead, waiting } = of
  const [shown, setShown] = useState<DeliveryState>(() => (dead > 0 ? 'dead' : waiting > 0 ? 'waiting' : 'delivered'))
  const { data, error, refetch } = useQuery(webhookDeliveriesQuery(universe, hookId, shown))
  const { busy, fault, attempt } = useAttempt()
  const act = (told: () => Promise<string>) =>
    attempt(async () => {
      say(await told())
      await client.invalidateQueries({ queryKey: webhooksKey(universe) })
      return null
    })
  const test = () =>
    act(async () => {
      await send('webhook.test', { hookId })
      return t('webhook.tested')
    })
  const resend = (deliveryId?: string) =>
    act(async () => {
      const { resent } = await send('webhook.resend', { hookId, ...(deliveryId !== undefined && { deliveryId }) })
      return t('webhook.resent', { count: resent })
    })
  return (
    <Dialog title={t('webhook.messagesOf', { name: label })} onClose={onClose}>
      <div className={css.stage}>
        <div className={own.bar}>
          <Segments
            label={t('webhook.show')}
            value={shown}
            choices={deliveryStates.map((value) => ({ value, title: t(`webhook.show.${value}`) }))}
            onChange={setShown}
          />
          <Button disabled={busy} onClick={() => void test()}>
            {t('webhook.test')}
          </Button>
        </div>
        <FormFault text={fault} />
        {error && <Failed title={t('webhook.messagesFailed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={80} />}
        {data?.length === 0 && <p className={css.hint}>{t(`webhook.empty.${shown}`)}</p>}
        {data && data.length > 0 && (
          <ul className={css.tokens}>
            {data.map((one) => (
              <li key={one.deliveryId}>
                <MessageLine of={one} />
                {one.state === 'dead' && (
                  <Button disabled={busy} onClick={() => void resend(one.deliveryId)}>
                    {t('webhook.resend')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {data?.length === mostListed && <p className={css.hint}>{t('webhook.newest')}</p>}
        {shown === 'dead' && data && data.length > 1 && (
          <div className={css.acts}>
            <Button disabled={busy} onClick={() => void resend()}>
              {t('webhook.resendAll')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function messageFaultText(fault: string, t: TFunction): string {
  const known = readWebhookFault(fault)
  if (known === null) return fault
  return known.is === 'answered'
    ? t('webhook.fault.answered', { status: known.status })
    : t(`webhook.fault.${known.is}`)
}

function MessageLine({ of: { event, at, state, attempts, fault, nextAt } }: { of: WebhookDelivery }) {
  const { t, i18n } = useTranslation()
  const facts = [
    momentText(at, i18n.language),
    t('webhook.attempts', { count: attempts }),
    ...(nextAt === null ? [] : [t('webhook.next', { when: momentText(nextAt, i18n.language) })]),
    ...(state === 'waiting' && nextAt === null ? [t('webhook.atResume')] : []),
  ]
  return (
    <div className={css.token}>
      <b>{t(`webhook.event.${event}`)}</b>
      <span>{facts.join(' · ')}</span>
      {fault !== null && <span>{messageFaultText(fault, t)}</span>}
    </div>
  )
}
