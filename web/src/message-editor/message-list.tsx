import type { KeptMessage, MessageList } from '@kaiku/contract/system-message.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { systemMessagesKey } from '../system-message/system-message.queries.ts'
import css from './message.module.css'
import { endMessage, type MessageHome, messageListQuery, removeMessage } from './message.queries.ts'
import { MessageForm } from './message-form.tsx'
import { MessageLine } from './message-line.tsx'

/** The messages of the universe, or to all universes: what stands, comes and is past, and a new one. */
export function SystemMessageList({ home }: { home: MessageHome }) {
  const { t, i18n } = useTranslation()
  const { universe } = useIdentity()
  const { data, error, refetch } = useQuery(messageListQuery(home, universe, i18n.language))
  if (error) return <Failed title={t('systemMessage.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  return <Messages home={home} list={data} />
}

/** What root tells the people of all universes. */
export function MessagesToAll() {
  const { t } = useTranslation()
  return (
    <Section title={t('systemMessage.toAll')} intro={t('systemMessage.toAllIntro')}>
      <SystemMessageList home="all" />
    </Section>
  )
}

type Asking = { act: 'write'; of: KeptMessage | null } | { act: 'remove'; of: KeptMessage }

function Messages({ home, list }: { home: MessageHome; list: MessageList }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const close = () => setAsking(null)
  const done = async (text: string) => {
    say(text)
    await client.invalidateQueries({ queryKey: systemMessagesKey })
    return null
  }
  const end = ({ messageId, version }: KeptMessage) =>
    attempt(async () => {
      await endMessage(home, { messageId, version })
      return done(t('systemMessage.ended'))
    })
  const remove = ({ messageId }: KeptMessage) =>
    attempt(async () => {
      await removeMessage(home, messageId)
      close()
      return done(t('systemMessage.removed'))
    })
  const lines = (messages: readonly KeptMessage[]) => (
    <ul className={css.messages}>
      {messages.map((one) => (
        <MessageLine
          key={one.messageId}
          of={one}
          list={list}
          busy={busy}
          onChange={() => setAsking({ act: 'write', of: one })}
          onEnd={() => void end(one)}
          onRemove={() => setAsking({ act: 'remove', of: one })}
        />
      ))}
    </ul>
  )
  const standing = list.messages.filter(({ state }) => state !== 'past')
  const past = list.messages.filter(({ state }) => state === 'past')
  return (
    <>
      <div>
        <Button primary={home === 'universe'} onClick={() => setAsking({ act: 'write', of: null })}>
          <IconPlus size={16} aria-hidden /> {t('systemMessage.new')}
        </Button>
      </div>
      {asking === null && <FormFault text={fault} />}
      {list.messages.length === 0 && <p className={css.hint}>{t('systemMessage.none')}</p>}
      {standing.length > 0 && lines(standing)}
      {past.length > 0 && (
        <details className={css.past}>
          <summary>
            {t('systemMessage.state.past')} ({past.length})
          </summary>
          {lines(past)}
        </details>
      )}
      {asking?.act === 'write' && <MessageForm home={home} list={list} of={asking.of} onClose={close} />}
      {asking?.act === 'remove' && (
        <Confirm
          title={t('systemMessage.removeTitle')}
          act={t('systemMessage.remove')}
          busy={busy}
          fault={fault}
          onConfirm={() => void remove(asking.of)}
          onClose={close}
        >
          <p>{asking.of.text}</p>
          <p>{t('systemMessage.removeWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
