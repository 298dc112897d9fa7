import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Segments, Ticked } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { Dialog } from '../overlay/dialog.tsx'
import { ShownOnce } from '../overlay/shown-once.tsx'
import { useIdentity } from '../session/identity.ts'
import own from './webhook.module.css'

/** What almost every address begins with. */
const start = 'https://'

/** Asks where a webhook goes and what it is told, then shows its secret, this once. */
export function NewWebhook({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string | null>(null)
  const show = (made: string) => {
    setSecret(made)
    onMade()
  }
  return (
    <Dialog title={t('webhook.new')} onClose={onClose}>
      {secret === null ? (
        <WebhookForm onMade={show} onClose={onClose} />
      ) : (
        <ShownOnce why={t('webhook.once')} texts={[{ title: t('webhook.secret'), value: secret }]} onClose={onClose} />
      )}
    </Dialog>
  )
}

function WebhookForm({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const { surveys } = useIdentity()
  const [isAll, setAll] = useState(true)
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entries = new FormData(form)
    const chosen = entries.getAll('event')
    const events = webhookEvents.filter((one) => chosen.includes(one))
    void attempt(async () => {
      if (events.length === 0) return t('webhook.noEvent')
      const named = surveys.map(({ extName }) => extName).filter((one) => entries.getAll('survey').includes(one))
      if (!isAll && named.length === 0) return t('webhook.noSurvey')
      const settings = { label: entered(form, 'label'), url: entered(form, 'url'), events, surveys: named }
      const { secret } = await send('webhook.create', { ...settings, contacts: entries.has('contacts') })
      onMade(secret)
      return null
    })
  }
  return (
    <form className={css.stage} onSubmit={create}>
      <p className={css.hint}>{t('webhook.nameWhy')}</p>
      <Field label={t('webhook.name')} name="label" required maxLength={100} autoComplete="off" />
      <Field
        label={t('webhook.address')}
        placeholder={start}
        name="url"
        required
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
      />
      <fieldset className={css.choices}>
        <legend>{t('webhook.told')}</legend>
        {webhookEvents.map((one) => (
          <label key={one}>
            <input type="checkbox" name="event" value={one} defaultChecked />
            <span className={own.reason}>
              {t(`webhook.event.${one}`)}
              <span>{t(`webhook.eventWhy.${one}`)}</span>
            </span>
          </label>
        ))}
        <label>
          <input type="checkbox" name="contacts" />
          <span className={own.reason}>
            {t('webhook.contacts')}
            <span>{t('webhook.contactsWhy')}</span>
          </span>
        </label>
      </fieldset>
      <Segments
        label={t('webhook.surveys')}
        value={isAll ? 'all' : 'some'}
        choices={[
          { value: 'all', title: t('webhook.surveys.all') },
          { value: 'some', title: t('webhook.surveys.some') },
        ]}
        onChange={(value) => setAll(value === 'all')}
      />
      {!isAll && (
        <fieldset className={css.choices}>
          <legend className="hidden-text">{t('webhook.surveys')}</legend>
          {surveys.map(({ extName, title }) => (
            <Ticked key={extName} name="survey" value={extName}>
              {title}
            </Ticked>
          ))}
        </fieldset>
      )}
      <p className={css.hint}>{t('webhook.surveysWhy')}</p>
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button type="submit" primary disabled={busy}>
          {t('webhook.create')}
        </Button>
      </div>
    </form>
  )
}
