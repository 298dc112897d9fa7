import { useTranslation } from 'react-i18next'
import { Field, LongField, Select, Ticked } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { TextField } from '../form-field/text-field.tsx'
import { askedBy, listOf, put, questionTitle, textsOf, wordOf } from '../form-field/written-form.ts'
import css from './form-editor.module.css'
import type { SectionProps } from './form-pages.tsx'

/** Names, languages, who may answer, and what is known of them. */
export function FormSettings({ form, known, faultAt, onChange }: SectionProps) {
  const { t } = useTranslation()
  const asked = new Set(listOf(form, 'pages').flatMap((page) => listOf(page, 'parts').flatMap(askedBy)))
  const given = textsOf(form, 'given')
  const free = [...known.questions.values()].filter(({ id, type }) => !asked.has(id) && type !== 'text')
  const list = (name: 'locales' | 'embeddedBy', separator: RegExp, text: string) =>
    onChange(
      put(
        form,
        name,
        text.split(separator).filter((one) => one !== ''),
      ),
      name,
    )
  const text = (name: 'title' | 'intro' | 'privacy', long = false) => (
    <TextField
      of={form}
      name={name}
      label={t(name === 'title' ? 'formEditor.titleField' : `formEditor.${name}`)}
      fault={faultAt(name)}
      {...{ long, known, onChange }}
    />
  )
  return (
    <>
      <Section title={t('formEditor.texts')} intro={t('formEditor.textsWhy')}>
        <div className={css.fields}>
          {text('title')}
          {text('intro', true)}
          {text('privacy', true)}
        </div>
      </Section>
      <Section title={t('formEditor.who')} intro={t('formEditor.whoWhy')}>
        <div className={css.fields}>
          <Field
            label={t('formEditor.id')}
            value={wordOf(form, 'id')}
            fault={faultAt('id')}
            onChange={({ target }) => onChange({ ...form, id: target.value }, 'id')}
          />
          <Ticked checked={form.open === true} onChange={({ target }) => onChange(put(form, 'open', target.checked))}>
            {t('formEditor.openToAll')}
          </Ticked>
          <Field
            label={t('formEditor.languages')}
            defaultValue={textsOf(form, 'locales').join(' ')}
            fault={firstFault(faultAt, 'locales', textsOf(form, 'locales').length)}
            placeholder={textsOf(form, 'locales').join(' ') || known.locale}
            onBlur={({ target }) => list('locales', /[\s,]+/, target.value)}
          />
          <LongField
            label={t('formEditor.embeddedBy')}
            rows={2}
            defaultValue={textsOf(form, 'embeddedBy').join('\n')}
            onBlur={({ target }) => list('embeddedBy', /\s+/, target.value)}
          />
          <Select
            boxed
            label={t('formEditor.device')}
            value={wordOf(form, 'device')}
            choices={[
              { value: '', title: `${t('formEditor.device')}: –` },
              ...free
                .filter(({ type }) => type === 'choice')
                .map(({ id }) => ({ value: id, title: `${t('formEditor.device')}: ${questionTitle(known, id)}` })),
            ]}
            onChange={(id) => onChange(put(form, 'device', id))}
          />
          <fieldset className={css.condition}>
            <legend className={css.label}>{t('formEditor.given')}</legend>
            {free.map(({ id }) => (
              <Ticked
                key={id}
                checked={given.includes(id)}
                onChange={({ target }) =>
                  onChange(put(form, 'given', target.checked ? [...given, id] : given.filter((one) => one !== id)))
                }
              >
                {questionTitle(known, id)}
              </Ticked>
            ))}
          </fieldset>
        </div>
      </Section>
    </>
  )
}

const firstFault = (faultAt: SectionProps['faultAt'], name: string, length: number) =>
  Array.from({ length }, (_, at) => faultAt(`${name}[${at}]`)).find((one) => one !== undefined)
