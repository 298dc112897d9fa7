import type { Alert } from '@kaiku/contract/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { replyOfferQuery } from '../alert/alert.queries.ts'
import { useShowAlert } from '../alert/use-show-alert.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Select, Ticked } from '../control/control.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'

type Props = { alert: Alert; onClose: () => void }

/** A mail to the customer: chosen among the templates, read and changed before it is sent. */
export function ReplyForm({ alert, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [template, setTemplate] = useState<string>()
  const [language, setLanguage] = useState<string>()
  const { data, error } = useQuery(replyOfferQuery(alert, { template, language }, i18n.language))
  if (error) return <p role="alert">{faultText(error, t)}</p>
  if (!data) return <Skeleton height={200} />
  const { mail, reason, templates, languages } = data
  const name = new Intl.DisplayNames([i18n.language], { type: 'language' })
  return (
    <section className={css.solve} aria-label={t('alert.reply')}>
      {mail === null ? (
        <>
          <p role="status">{t(`alert.reply.reason.${reason ?? 'noTemplate'}`)}</p>
          <div>
            <Button onClick={onClose}>{t('saved.cancel')}</Button>
          </div>
        </>
      ) : (
        <>
          <div className={css.acts}>
            {templates.length > 1 && (
              <Select
                boxed
                label={t('alert.reply.template')}
                value={mail.template}
                choices={templates.map(({ id, title }) => ({ value: id, title }))}
                onChange={setTemplate}
              />
            )}
            {languages.length > 1 && (
              <Select
                boxed
                label={t('alert.reply.language')}
                value={mail.language}
                choices={languages.map((value) => ({ value, title: name.of(value) ?? value }))}
                onChange={setLanguage}
              />
            )}
          </div>
          <Written key={`${mail.template} ${mail.language}`} alert={alert} mail={mail} onClose={onClose} />
        </>
      )}
    </section>
  )
}

type Mail = { language: string; to: string; subject: string; text: string }

function Written({ alert, mail, onClose }: Props & { mail: Mail }) {
  const { t, i18n } = useTranslation()
  const keep = useShowAlert(alert.survey)
  const { busy, fault, attempt } = useAttempt()
  // The same however often it is tried, so that a mail is sent once.
  const [replyId] = useState(() => crypto.randomUUID())
  const [subject, setSubject] = useState(mail.subject)
  const [text, setText] = useState(mail.text)
  const mayWait = alert.nextStates.includes('waiting')
  const [waits, setWaits] = useState(mayWait)
  const { survey, alertId } = alert
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const written = { replyId, language: mail.language, subject, text, waits: waits && mayWait }
      keep(await send('alertReply.send', { survey, alertId, locale: i18n.language, ...written }))
      say(t('alert.reply.done'))
      onClose()
      return null
    })
  }
  return (
    <form className={css.reply} onSubmit={submit} aria-label={t('alert.reply')}>
      <p className={css.to}>
        {t('alert.reply.to')} <bdi>{mail.to}</bdi>
      </p>
      <Field
        label={t('alert.reply.subject')}
        required
        maxLength={300}
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <label className={css.words}>
        <span>{t('alert.reply.text')}</span>
        <textarea
          required
          rows={9}
          maxLength={10_000}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {mayWait && (
        <Ticked checked={waits} onChange={(event) => setWaits(event.target.checked)}>
          {t('alert.reply.waits')}
        </Ticked>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={css.acts}>
        <Button primary type="submit" disabled={busy}>
          {t('alert.reply.send')}
        </Button>
        <Button onClick={onClose}>{t('saved.cancel')}</Button>
      </div>
    </form>
  )
}
