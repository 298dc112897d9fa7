import type { Sample, SampleEvent } from '@kaiku/contract/sample.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import css from '../sample/sample.module.css'
import { changeTexts } from '../sample/sample-words.ts'

/** Everything that happened to a sample, the newest first. */
export function SampleTimeline({ sample }: { sample: Sample }) {
  const { t } = useTranslation()
  return (
    <section className={detail.box} aria-label={t('sample.timeline')}>
      <h2>{t('sample.timeline')}</h2>
      <ol className={detail.happened}>
        {sample.timeline.toReversed().map((event) => (
          <OneEvent key={event.eventId} event={event} />
        ))}
      </ol>
    </section>
  )
}

function OneEvent({ event }: { event: SampleEvent }) {
  const { t, i18n } = useTranslation()
  const by = event.by === null ? 'Kaiku' : event.by === '' ? t('sample.formerUser') : event.by
  return (
    <li className={css.event}>
      <p className={detail.by}>
        <b>{by}</b> {t(`sample.event.${event.kind}`)}{' '}
        <time dateTime={event.at}>{momentText(event.at, i18n.language)}</time>
      </p>
      {changeTexts(event, t).map((text) => (
        <p key={text} className={css.hint} dir="auto">
          {text}
        </p>
      ))}
    </li>
  )
}
