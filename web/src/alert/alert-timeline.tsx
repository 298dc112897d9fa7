import type { Alert, AlertEvent } from '@kaiku/contract/alert.ts'
import { useTranslation } from 'react-i18next'
import css from './alert.module.css'
import { changeTexts, momentText } from './alert-words.ts'

/** Everything that happened to an alert, the newest first. */
export function AlertTimeline({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  return (
    <section className={css.box} aria-label={t('alert.timeline')}>
      <h2>{t('alert.timeline')}</h2>
      <ol className={css.timeline}>
        {alert.timeline.toReversed().map((event) => (
          <OneEvent key={event.eventId} event={event} />
        ))}
      </ol>
    </section>
  )
}

function OneEvent({ event }: { event: AlertEvent }) {
  const { t, i18n } = useTranslation()
  const by = event.by === null ? 'Kaiku' : event.by.name === '' ? t('alert.formerUser') : event.by.name
  return (
    <li data-kind={event.kind}>
      <p className={css.by}>
        <b>{by}</b> {t(`alert.event.${event.kind}`)}{' '}
        <time dateTime={event.at}>{momentText(event.at, i18n.language)}</time>
      </p>
      {changeTexts(event, t, i18n.language).map((text) => (
        <p key={text} className={css.change}>
          {text}
        </p>
      ))}
      {event.note !== null && (
        <p className={css.note} dir="auto">
          {event.note}
        </p>
      )}
    </li>
  )
}
