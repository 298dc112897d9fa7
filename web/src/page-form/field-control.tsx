import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, LongField, Select, Ticked } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { useOfferedLocales } from '../text/text.ts'
import { type FormField, questionsFor } from './component-form.ts'
import css from './fields.module.css'
import { Labelled } from './labelled.tsx'
import { OwnFilterField } from './own-filter-field.tsx'
import { SqlField, TitlesField } from './sql-field.tsx'

type Props = {
  field: FormField
  value: unknown
  fault: string | undefined
  /** Undefined: nothing is said. `key`: what is changed letter by letter. */
  onChange: (value: unknown, key?: string) => void
}

/** One thing a component may say, by the control that fits it. */
export function FieldControl({ field, value, fault, onChange }: Props) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const label = t(`editor.field.${field.name}` as 'editor.field.title')
  const always = { label, fault, required: field.required }
  const picked = (choices: readonly { id: string; title: string }[]) => ({
    ...always,
    choices,
    value: typeof value === 'string' ? value : '',
    onChange: (next: string) => onChange(next === '' ? undefined : next),
  })
  const ticked = (choices: readonly { id: string; title: string }[]) => ({
    ...always,
    choices,
    value: Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [],
    onChange: (next: readonly string[]) => onChange(next.length === 0 ? undefined : next),
  })
  switch (field.kind) {
    case 'localised':
      return <LocalisedField label={label} value={value} fault={fault} name={field.name} onChange={onChange} />
    case 'tick':
      return (
        <Ticked
          checked={(value ?? field.initial) === true}
          onChange={({ target }) => onChange(target.checked === field.initial ? undefined : target.checked)}
        >
          {label}
        </Ticked>
      )
    case 'number':
      return (
        <Field
          type="number"
          label={label}
          min={field.least}
          max={field.most}
          value={typeof value === 'number' ? value : ''}
          placeholder={typeof field.initial === 'number' ? String(field.initial) : ''}
          fault={fault}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber, field.name)}
        />
      )
    case 'choice':
      return (
        <Picker
          {...picked(field.values.map((id) => ({ id, title: t(`editor.value.${id}` as 'editor.value.auto') })))}
          required
          value={textOf(value) ?? textOf(field.initial) ?? field.values[0] ?? ''}
          onChange={(next) => onChange(next === field.initial ? undefined : next)}
        />
      )
    case 'indicator':
      return <Picker {...picked(survey.indicators)} />
    case 'question':
      return <Picker {...picked(questionsFor(survey, field.types))} />
    case 'indicators':
      return <TickList {...ticked(survey.indicators)} />
    case 'questions':
      return <TickList {...ticked(questionsFor(survey, field.types))} />
    case 'grouping':
      return (
        <GroupingField
          {...{ label, fault, onChange }}
          periods={field.periods && survey.isDated}
          value={value ?? field.initial}
        />
      )
    case 'filter':
      return <OwnFilterField value={typeof value === 'string' ? value : ''} fault={fault} onChange={onChange} />
    case 'sql':
      return (
        <SqlField
          label={label}
          value={textOf(value) ?? ''}
          fault={fault}
          onChange={(next) => onChange(next === '' ? undefined : next, field.name)}
        />
      )
    case 'titles':
      return <TitlesField {...{ label, value, fault }} onChange={(next) => onChange(next, field.name)} />
    case 'text':
      return (
        <Field
          label={label}
          value={typeof value === 'string' ? value : ''}
          fault={fault}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value, field.name)}
        />
      )
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

type PickerProps = {
  label: string
  fault: string | undefined
  choices: readonly { id: string; title: string }[]
  required: boolean
  value: string
  onChange: (value: string) => void
}

function Picker({ label, fault, choices, required, value, onChange }: PickerProps) {
  const { t } = useTranslation()
  const listed = [
    ...(required ? [] : [{ value: '', title: t('editor.unsaid') }]),
    ...choices.map(({ id, title }) => ({ value: id, title })),
    // What is written stays in sight, also where the survey has it no more.
    ...(value === '' || choices.some(({ id }) => id === value) ? [] : [{ value, title: value }]),
  ]
  return (
    <Labelled label={label} fault={fault}>
      <Select boxed label={label} value={value} choices={listed} onChange={onChange} />
    </Labelled>
  )
}

type TickListProps = Omit<PickerProps, 'value' | 'onChange'> & {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

/** Several of a list, in the order in which they were chosen. None: what holds without a word. */
function TickList({ label, fault, choices, required, value, onChange }: TickListProps) {
  const { t } = useTranslation()
  const all = [
    ...choices,
    ...value.filter((id) => !choices.some((one) => one.id === id)).map((id) => ({ id, title: id })),
  ]
  return (
    <fieldset className={css.list}>
      <legend className={css.label}>{label}</legend>
      {!required && value.length === 0 && <p className={css.hint}>{t('editor.unsaidList')}</p>}
      <div className={css.ticks}>
        {all.map(({ id, title }) => (
          <Ticked
            key={id}
            checked={value.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))}
          >
            {title}
          </Ticked>
        ))}
      </div>
      {fault !== undefined && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  )
}

/** A text for all languages, or one for each that the universe offers. */
export function LocalisedField({
  label,
  value,
  fault,
  name,
  onChange,
}: Omit<Props, 'field'> & { label: string; name: string }) {
  const { t } = useTranslation()
  const locales = useOfferedLocales()
  const id = useId()
  const isEach = typeof value === 'object' && value !== null
  const texts: Record<string, unknown> = isEach ? { ...value } : {}
  const textOf = (locale: string) => (typeof texts[locale] === 'string' ? texts[locale] : '')
  const plain = typeof value === 'string' ? value : ''
  const isMarkdown = name === 'text'
  const isLong = isMarkdown || name === 'mailText'
  const Typed = isLong ? LongText : ShortText
  const set = (locale: string, text: string) => {
    const next = { ...texts, [locale]: text }
    const said = Object.fromEntries(Object.entries(next).filter(([, one]) => one !== ''))
    onChange(Object.keys(said).length === 0 ? undefined : said, `${name} ${locale}`)
  }
  const toggle = () =>
    onChange(
      isEach
        ? (Object.values(texts).find((one) => typeof one === 'string') ?? undefined)
        : Object.fromEntries(locales.map((locale) => [locale, plain])),
    )
  return (
    <fieldset className={css.list} aria-describedby={fault === undefined ? undefined : id}>
      <legend className={css.label}>{label}</legend>
      {isEach ? (
        [...new Set([...locales, ...Object.keys(texts)])].map((locale) => (
          <Typed
            key={locale}
            label={t('editor.inLanguage', { language: locale })}
            value={textOf(locale)}
            onType={(text) => set(locale, text)}
          />
        ))
      ) : (
        <Typed
          label={label}
          hideLabel
          value={plain}
          onType={(text) => onChange(text === '' ? undefined : text, name)}
        />
      )}
      {isMarkdown && <span className={css.hint}>{t('editor.markdown')}</span>}
      <Ticked checked={isEach} onChange={toggle}>
        {t('editor.perLanguage')}
      </Ticked>
      {fault !== undefined && (
        <span id={id} className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  )
}

type Typing = { label: string; hideLabel?: boolean; value: string; onType: (text: string) => void }
const ShortText = ({ onType, ...rest }: Typing) => <Field {...rest} onChange={({ target }) => onType(target.value)} />
const LongText = ({ onType, ...rest }: Typing) => (
  <LongField {...rest} onChange={({ target }) => onType(target.value)} />
)

const mostLevels = 6
const units = ['auto', 'day', 'week', 'month', 'quarter', 'year'] as const

/** What the rows or columns are: the places below, all leaves, a level of the tree, or the answers to a question. */
function GroupingField({
  label,
  value,
  fault,
  periods,
  onChange,
}: Omit<Props, 'field'> & { label: string; periods: boolean }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const questions = questionsFor(survey, ['scale', 'number', 'choice', 'multiple'])
  const levels = Array.from({ length: Math.min(mostLevels, survey.views[0]?.levelTitles.length ?? 0) }, (_, at) => at)
  const choices = [
    { written: 'children', title: t('editor.grouping.children') },
    { written: 'leaves', title: t('editor.grouping.leaves') },
    ...levels.map((at) => ({
      written: { depth: at + 1 },
      title: t('editor.grouping.depth', { level: survey.views[0]?.levelTitles[at] ?? String(at + 1) }),
    })),
    ...(periods ? units : []).map((unit) => ({
      written: { period: unit },
      title: t('editor.grouping.period', { unit: t(`editor.value.${unit}`) }),
    })),
    ...questions.map(({ id, title }) => ({
      written: { question: id },
      title: t('editor.grouping.question', { title }),
    })),
  ]
  const known = choices.map(({ written, title }) => ({ value: JSON.stringify(written), title }))
  const present = JSON.stringify(value)
  return (
    <Labelled label={label} fault={fault}>
      <Select
        boxed
        label={label}
        value={present}
        choices={known.some((one) => one.value === present) ? known : [...known, { value: present, title: present }]}
        onChange={(next) => onChange(choices.find(({ written }) => JSON.stringify(written) === next)?.written)}
      />
    </Labelled>
  )
}
