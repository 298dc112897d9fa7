import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../control/control.tsx'
import { SystemMessageBar } from '../system-message/system-message.tsx'
import { type Locale, locales } from '../text/text.ts'
import css from './message.module.css'
import { type MessageDraft, writtenOf } from './message-draft.ts'

type Props = { draft: MessageDraft; offered: readonly Locale[] }

/** The message as its readers see it: in one language after the other, in light and in dark. */
export function MessagePreview({ draft, offered }: Props) {
  const { t, i18n } = useTranslation()
  const [wished, setWished] = useState<string>(i18n.language)
  const locale = offered.find((one) => one === wished) ?? offered[0] ?? 'en'
  const message = writtenOf(draft)
  const isEmpty = message.text.trim() === '' && message.texts?.[locale] === undefined
  return (
    <section className={css.preview} aria-label={t('systemMessage.preview')}>
      <div className={css.head}>
        <h3>{t('systemMessage.preview')}</h3>
        {offered.length > 1 && (
          <Segments
            label={t('display.language')}
            value={locale}
            choices={offered.map((one) => ({ value: one, title: locales[one] }))}
            onChange={setWished}
          />
        )}
      </div>
      {isEmpty ? (
        <p className={css.hint}>{t('systemMessage.previewEmpty')}</p>
      ) : (
        (['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} className={`${css.window} ${css[scheme]}`} lang={locale}>
            <SystemMessageBar
              message={{ ...message, texts: message.texts ?? {}, icon: draft.icon }}
              locale={locale}
              onClose={draft.importance === 'maintenance' ? undefined : () => {}}
            />
            <span className={css.screen}>{t(`systemMessage.preview.${scheme}`)}</span>
          </div>
        ))
      )}
    </section>
  )
}
