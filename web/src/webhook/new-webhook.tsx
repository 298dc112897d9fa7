import { webhookEvents } from '@kaiku/core/webhook-event.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Field, Segments, Ticked } from '../control/control.tsx'
import { useIdentity } from '../session/identity.ts'
import { MakeSecret } from '../token-list/make-secret.tsx'
import css from '../token-list/token-list.module.css'
import own from './webhook.module.css'

/** What almost every address begins with. */
const start = 'https://'

/** Asks where a webhook goes and what it is told, then shows its secret, this once. */
export function NewWebhook({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { surveys } = useIdentity()
  const [isAll, setAll] = useState(true)
  const make = async (form: HTMLFormElement) => {
    const entries = new FormData(form)
    const chosen = entries.getAll('event')
    const events = webhookEvents.filter((one) => chosen.includes(one))
    if (events.length === 0) return t('webhook.noEvent')
    const named = surveys.map(({ extName }) => extName).filter((one) => entries.getAll('survey').includes(one))
    if (!isAll && named.length === 0) return t('webhook.noSurvey')
    const settings = { label: entered(form, 'label'), url: entered(form, 'url'), events, surveys: named }
    const { secret } = await send('webhook.create', { ...settings, contacts: entries.has('contacts') })
    return [{ title: t('webhook.secret'), value: secret }]
  }
  return (
    <MakeSecret
      title={t('webhook.new')}
      hint={t('webhook.nameWhy')}
      act={t('webhook.create')}
      once={t('webhook.once')}
      make={make}
      onMade={onMade}
      onClose={onClose}
    >
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
      <Told />
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
    </MakeSecret>
  )
}

/** Of what a webhook is told, and whether with it goes who answered. */
function Told() {
  const { t } = useTranslation()
  return (
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
  )
}
