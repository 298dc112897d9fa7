import type { Alert } from '@kaiku/contract/alert.ts'
import type { AlertEvent, AlertReply } from '@kaiku/contract/alert-event.ts'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { changeTexts } from '../alert/alert-words.ts'
import { momentText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import { useShownNote } from '../mention/use-shown-note.ts'
import { WithMentions } from '../mention/with-mentions.tsx'
import { ReplyEntry } from './reply-entry.tsx'

/** Everything that happened to an alert, the newest first. */
export function AlertTimeline({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  return (
    <section className={detail.box} aria-label={t('alert.timeline')}>
      <h2>{t('alert.timeline')}</h2>
      <ol className={detail.happened}>
        {alert.timeline.toReversed().map((event) => (
          <OneEvent key={event.eventId} event={event} reply={replyOf(alert, event)} isBackfilled={alert.isBackfilled} />
        ))}
      </ol>
    </section>
  )
}

const replyOf = ({ replies }: Alert, { changes }: AlertEvent) => {
  const id = changes.find(({ field }) => field === 'reply')?.after
  return replies.find(({ replyId }) => replyId === id)
}

type OneProps = { event: AlertEvent; reply: AlertReply | undefined; isBackfilled: boolean }

function OneEvent({ event, reply, isBackfilled }: OneProps) {
  const { t, i18n } = useTranslation()
  const by = event.by === null ? 'Kaiku' : event.by.name === '' ? t('alert.formerUser') : event.by.name
  const shown = useShownNote(event.eventId)
  const what = event.kind === 'created' && isBackfilled ? 'backfilled' : event.kind
  return (
    <li {...shown} className={css.event} data-kind={event.kind}>
      <p className={detail.by}>
        <b>{by}</b> {t(`alert.event.${what}`)} <time dateTime={event.at}>{momentText(event.at, i18n.language)}</time>
      </p>
      {changeTexts(event, t, i18n.language).map((text) => (
        <p key={text} className={css.change}>
          {text}
        </p>
      ))}
      {reply && <ReplyEntry reply={reply} />}
      {event.note !== null && (
        <p className={detail.message} dir="auto">
          <WithMentions text={event.note} people={event.mentions} />
        </p>
      )}
    </li>
  )
}
