import type { KeptMessage, MessageList } from '@kaiku/contract/system-message.ts'
import { importances } from '@kaiku/core/system-message.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, LongField, Segments, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { systemMessagesKey } from '../system-message/system-message.queries.ts'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import css from './message.module.css'
import { type MessageHome, messageListQuery, saveMessage } from './message.queries.ts'
import { AudienceFields } from './message-audience.tsx'
import {
  draftOf,
  isForNobody,
  type MessageDraft,
  newDraft,
  readsWell,
  withImportance,
  writtenOf,
} from './message-draft.ts'
import { LookFields } from './message-look.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TimeFields } from './message-time.tsx'

type Props = {
  home: MessageHome
  list: MessageList
  /** The message that is changed; null: a new one. */
  of: KeptMessage | null
  onClose: () => void
}

/** What every link begins with. */
const scheme = 'https://'

const knownIn = ({ surveys, roles }: MessageList) => ({
  surveys: new Set(surveys.map(({ extName }) => extName)),
  roles: new Set(roles.map(({ roleId }) => roleId)),
})

/** A message from its first word to its end, with how its readers will see it. */
export function MessageForm({ home, list, of, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { universe } = useIdentity()
  const languages = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const [kept, setKept] = useState(of)
  const begun = kept === null ? newDraft : draftOf(kept, knownIn(list))
  const [draft, setDraft] = useState(begun)
  const [theirs, setTheirs] = useState<KeptMessage | null>(null)
  const { busy, fault, attempt } = useAttempt()
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(begun))
  const change = (some: Partial<MessageDraft>) => setDraft((before) => Object.assign({}, before, some))

  const save = (at: KeptMessage | null) =>
    attempt(async () => {
      try {
        const version = at && { messageId: at.messageId, version: at.version }
        await saveMessage(home, writtenOf(draft), version)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'conflict' || at === null) throw error
        const now = await client.fetchQuery(messageListQuery(home, universe, i18n.language))
        const newer = now.messages.find(({ messageId }) => messageId === at.messageId)
        if (!newer) throw error
        setTheirs(newer)
        return null
      }
      say(t(at === null ? 'systemMessage.published' : 'systemMessage.saved'))
      await client.invalidateQueries({ queryKey: systemMessagesKey })
      onClose()
      return null
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(kept)
  }
  return (
    <Dialog shape="side" title={t(of === null ? 'systemMessage.new' : 'systemMessage.changeTitle')} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <MessagePreview draft={draft} offered={list.locales} />
        {theirs && (
          <ConflictNotice
            fields={[`${t('systemMessage.text')}: ${theirs.text}`]}
            onTheirs={() => {
              setKept(theirs)
              setDraft(draftOf(theirs, knownIn(list)))
              setTheirs(null)
            }}
            onMine={() => {
              setKept(theirs)
              setTheirs(null)
              void save(theirs)
            }}
          />
        )}
        <Part title={t('systemMessage.said')} hint={t('systemMessage.saidWhy')}>
          <LongField
            label={t('systemMessage.text')}
            rows={2}
            value={draft.text}
            required
            maxLength={500}
            onChange={({ target }) => change({ text: target.value })}
          />
          {list.locales.map((locale) => (
            <LongField
              key={locale}
              label={t('systemMessage.textIn', { language: languages.of(locale) ?? locale })}
              lang={locale}
              rows={2}
              value={draft.texts[locale] ?? ''}
              maxLength={500}
              onChange={({ target }) => change({ texts: Object.assign({}, draft.texts, { [locale]: target.value }) })}
            />
          ))}
          <Field
            label={t('systemMessage.link')}
            type="url"
            inputMode="url"
            placeholder={scheme}
            pattern="https://.+"
            title={t('systemMessage.linkWhy')}
            maxLength={500}
            value={draft.link}
            onChange={({ target }) => change({ link: target.value })}
          />
        </Part>
        <Part title={t('systemMessage.importance')} hint={t(`systemMessage.importanceWhy.${draft.importance}`)}>
          <Segments
            label={t('systemMessage.importance')}
            value={draft.importance}
            choices={[...importances]
              .reverse()
              .map((value) => ({ value, title: t(`systemMessage.importance.${value}`) }))}
            onChange={(importance) => setDraft((before) => withImportance(before, importance))}
          />
        </Part>
        <Part title={t('systemMessage.look')} hint={t('systemMessage.lookWhy')}>
          <LookFields draft={draft} onChange={change} />
        </Part>
        <Part title={t('systemMessage.when')}>
          <TimeFields draft={draft} zone={list.zone} onChange={change} />
        </Part>
        <Part
          title={t('systemMessage.audience')}
          hint={home === 'all' ? t('systemMessage.toAllIntro') : t('systemMessage.audienceWhy')}
        >
          {home === 'all' ? (
            <>
              <Ticked checked={draft.beforeSignIn} onChange={({ target }) => change({ beforeSignIn: target.checked })}>
                {t('systemMessage.beforeSignIn')}
              </Ticked>
              <p className={css.hint}>{t('systemMessage.beforeSignInWhy')}</p>
            </>
          ) : (
            <AudienceFields draft={draft} list={list} onChange={change} />
          )}
        </Part>
        <FormFault text={fault} />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('saved.cancel')}</Button>
          <Button type="submit" primary disabled={busy || isForNobody(draft) || !readsWell(draft)}>
            {t(of === null ? 'systemMessage.publish' : 'save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      {hint !== undefined && <p className={css.hint}>{hint}</p>}
      {children}
    </fieldset>
  )
}
