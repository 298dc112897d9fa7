import type { MailBlock, MailContent, Template } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import { Field, LongField, Ticked } from '../control/control.tsx'
import { BlockList, textIn, withText } from './block-editor.tsx'
import css from './template.module.css'

const kinds: readonly MailBlock['kind'][] = ['text', 'button', 'scale', 'picture', 'figures', 'divider', 'columns']

type Props = {
  content: MailContent
  template: Template
  locale: string
  onChange: (content: MailContent) => void
}

/** What a mail says, and who sends it. */
export function MailFields({ content, template, locale, onChange }: Props) {
  const { t } = useTranslation()
  const { locales } = template
  const set = (next: Partial<MailContent>) => onChange({ ...content, ...next })
  const said = (name: 'subject' | 'preheader' | 'plain') => ({
    value: textIn(content[name], locale),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [name]: withText(content[name], locale, locales, target.value) }),
  })
  return (
    <>
      <Field label={t('template.subject')} {...said('subject')} />
      <Field label={t('template.preheader')} {...said('preheader')} />
      <Field
        label={t('template.sender')}
        maxLength={100}
        value={content.sender}
        onChange={({ target }) => set({ sender: target.value })}
      />
      <Field
        label={t('template.replyTo')}
        type="email"
        value={content.replyTo}
        onChange={({ target }) => set({ replyTo: target.value })}
      />
      <FieldNames fields={template.fields} />
      <Ticked
        checked={content.source !== ''}
        onChange={({ target }) => set({ source: target.checked ? emptyMjml : '' })}
      >
        {t('template.source')} <span className={css.hint}>{t('template.sourceWhy')}</span>
      </Ticked>
      {content.source === '' ? (
        <BlockList<MailBlock>
          blocks={content.blocks}
          kinds={kinds}
          known={{ locale, locales, questions: template.questions, indicators: template.indicators }}
          label={t('template.blocks')}
          onChange={(blocks) => set({ blocks })}
        />
      ) : (
        <div className={css.source}>
          <LongField
            label={t('template.source')}
            rows={20}
            value={content.source}
            onChange={({ target }) => set({ source: target.value })}
          />
          <LongField label={t('template.plain')} {...said('plain')} />
        </div>
      )}
    </>
  )
}

/** What texts may hold. */
export function FieldNames({ fields }: { fields: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('template.fields')}</summary>
      <p className={css.hint}>{fields.map((one) => `{{ ${one} }}`).join(' ')}</p>
    </details>
  )
}

const emptyMjml = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello {{ name }}</mj-text>
        <mj-button href="{{ link }}">Answer</mj-button>
        <mj-text><a href="{{ unsubscribe }}">No more of these mails</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`
