import type { AlertReply } from '@kaiku/contract/alert-event.ts'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { momentText } from '../browser/moment.ts'

/** What the customer was written, and what became of it. */
export function ReplyEntry({ reply }: { reply: AlertReply }) {
  const { t, i18n } = useTranslation()
  const { words, delivery, deliveredAt, fault } = reply
  return (
    <div className={css.written}>
      <p className={css.delivery}>
        <span className={css.badge} data-delivery={delivery}>
          {t(`alert.delivery.${delivery}`)}
        </span>{' '}
        {deliveredAt !== null && <time dateTime={deliveredAt}>{momentText(deliveredAt, i18n.language)}</time>}
        {fault !== null && <q>{fault}</q>}
      </p>
      {words === null ? (
        <p className={css.hint}>{t('alert.reply.hidden')}</p>
      ) : (
        <details>
          <summary>
            <bdi>{words.subject}</bdi>
          </summary>
          <p className={css.to}>
            {t('alert.reply.to')} <bdi>{words.to}</bdi>
          </p>
          <p className={css.letter} dir="auto">
            {words.text}
          </p>
        </details>
      )}
    </div>
  )
}
