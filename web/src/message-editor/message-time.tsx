import { wallOf } from '@kaiku/core/system-message.ts'
import { useTranslation } from 'react-i18next'
import { Field, Segments } from '../control/control.tsx'
import css from './message.module.css'
import type { MessageDraft } from './message-draft.ts'

type Props = { draft: MessageDraft; zone: string; onChange: (change: Partial<MessageDraft>) => void }

const hour = 3_600_000
/** The next full hours from now, as a clock in the zone shows them. */
const soon = (zone: string, hours: number) => wallOf(zone, (Math.floor(Date.now() / hour) + hours) * hour)

/** From when until when it stands. */
export function TimeFields({ draft, zone, onChange }: Props) {
  const { t } = useTranslation()
  const { from, until } = draft
  return (
    <>
      <div className={css.row}>
        <span className={css.label}>{t('systemMessage.begins')}</span>
        <Segments
          label={t('systemMessage.begins')}
          value={from === null ? 'now' : 'at'}
          choices={(['now', 'at'] as const).map((value) => ({ value, title: t(`systemMessage.begins.${value}`) }))}
          onChange={(value) => onChange({ from: value === 'now' ? null : soon(zone, 1) })}
        />
        {from !== null && (
          <Field
            label={t('systemMessage.from')}
            hideLabel
            type="datetime-local"
            required
            value={from}
            onChange={({ target }) => onChange({ from: target.value })}
          />
        )}
      </div>
      <div className={css.row}>
        <span className={css.label}>{t('systemMessage.ends')}</span>
        <Segments
          label={t('systemMessage.ends')}
          value={until === null ? 'never' : 'at'}
          choices={(['never', 'at'] as const).map((value) => ({ value, title: t(`systemMessage.ends.${value}`) }))}
          onChange={(value) => onChange({ until: value === 'never' ? null : soon(zone, 24) })}
        />
        {until !== null && (
          <Field
            label={t('systemMessage.until')}
            hideLabel
            type="datetime-local"
            required
            value={until}
            onChange={({ target }) => onChange({ until: target.value })}
          />
        )}
      </div>
      <p className={css.hint}>{t('systemMessage.whenWhy', { zone })}</p>
    </>
  )
}
