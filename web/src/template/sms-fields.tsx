import type { SmsContent, Template } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import { Field, LongField } from '../control/control.tsx'
import { textIn, withText } from './block-editor.tsx'
import { FieldNames } from './mail-fields.tsx'
import css from './template.module.css'

type Props = {
  content: SmsContent
  template: Template
  locale: string
  onChange: (content: SmsContent) => void
}

/** What an SMS says, and whom phones show as its sender. */
export function SmsFields({ content, template, locale, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <LongField
        label={t('template.smsText')}
        rows={6}
        value={textIn(content.text, locale)}
        onChange={({ target }) =>
          onChange({ ...content, text: withText(content.text, locale, template.locales, target.value) })
        }
      />
      <FieldNames fields={template.fields} />
      <Field
        label={t('template.smsSender')}
        maxLength={16}
        value={content.sender}
        onChange={({ target }) => onChange({ ...content, sender: target.value })}
      />
      <p className={css.hint}>{t('template.smsSenderWhy')}</p>
    </>
  )
}
