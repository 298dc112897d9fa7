import type { Webhook } from '@kaiku/contract/webhook.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import css from '../token-list/token-list.module.css'
import own from './webhook.module.css'
import { webhookState } from './webhook-state.ts'

const acts = ['messages', 'rotate', 'remove'] as const

type Props = {
  of: Webhook
  busy: boolean
  onPause: () => void
  onAsk: (act: (typeof acts)[number]) => void
}

/** A webhook in the list: where it goes, what it is told, how it fares, and what can be done with it. */
export function WebhookLine({ of: one, busy, onPause, onAsk }: Props) {
  const { t } = useTranslation()
  const { label, url, events, contacts, surveys, pausedAt } = one
  const known = useIdentity().surveys
  const titleOf = (name: string) => known.find(({ extName }) => extName === name)?.title ?? name
  const about = surveys.length > 0 ? [t('webhook.ofSurveys', { surveys: surveys.map(titleOf).join(', ') })] : []
  const state = webhookState(one)
  const told = events.map((event) => t(`webhook.event.${event}`))
  return (
    <>
      <div className={css.token}>
        <div className={own.head}>
          <b>{label}</b>
          <Badge tone={state.tone}>{t(`webhook.state.${state.is}`)}</Badge>
        </div>
        <span>{url}</span>
        <span>{[...told, ...(contacts ? [t('webhook.contacts')] : []), ...about].join(' · ')}</span>
        <span>{useFacts(one).join(' · ')}</span>
      </div>
      <div className={own.acts}>
        <Button disabled={busy} onClick={onPause}>
          {t(pausedAt === null ? 'webhook.pause' : 'webhook.resume')} <span className="hidden-text">{label}</span>
        </Button>
        {acts.map((act) => (
          <Button key={act} onClick={() => onAsk(act)}>
            {t(`webhook.${act}`)} <span className="hidden-text">{label}</span>
          </Button>
        ))}
      </div>
    </>
  )
}

function useFacts({ deliveredAt, waiting, dead }: Webhook): string[] {
  const { t, i18n } = useTranslation()
  return [
    deliveredAt === null ? t('webhook.untaken') : t('webhook.taken', { when: momentText(deliveredAt, i18n.language) }),
    ...(waiting === 0 ? [] : [t('webhook.waiting', { n: waiting })]),
    ...(dead === 0 ? [] : [t('webhook.dead', { n: dead })]),
  ]
}
