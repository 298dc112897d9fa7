import { useTranslation } from 'react-i18next'
import { LongField, Ticked } from '../control/control.tsx'
import { type BlockSchema, oneOrMore, resolved, takesNumber } from './schema.ts'
import css from './schema-form.module.css'

/** A text or a number as it is written in a field. */
export const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** What one may choose among, by its titles; `unsaid`: how saying nothing is called, null where that is not possible. */
export function choicesOf(schema: BlockSchema, unsaid: string | null, present: string) {
  const values = (schema.enum ?? []).map((one, i) => ({
    value: textOf(one),
    title: schema.enumDescriptions?.[i] ?? textOf(one),
  }))
  return [
    ...(unsaid === null ? [] : [{ value: '', title: unsaid }]),
    ...values,
    // What is written stays in sight, also where the schema does not know it.
    ...(present === '' || values.some(({ value }) => value === present) ? [] : [{ value: present, title: present }]),
  ]
}

type Props = {
  label: string
  fault: string | undefined

  value: unknown
  schema: BlockSchema
  root: BlockSchema
  onChange: (value: unknown) => void
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Several of what a schema knows. */
export function ChoicesField({ label, fault, value, schema, root, onChange }: Props) {
  const chosen = listOf(value ?? schema.default)
  const items = schema.items ? resolved(schema.items, root) : {}
  return (
    <fieldset className={css.choices}>
      <legend>{label}</legend>
      {choicesOf(items, null, '').map(({ value: one, title }) => (
        <Ticked
          key={one}
          checked={chosen.includes(one)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
          }
        >
          {title}
        </Ticked>
      ))}
      {fault !== undefined && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  )
}

/** Several short texts or numbers, one on each line. */
export function WordsField({ label, fault, value, schema, root, onChange }: Props) {
  const { t } = useTranslation()
  const several = oneOrMore(schema, root)
  const { items } = several ?? schema
  const words = several && typeof value === 'string' ? [value] : listOf(value)
  const isNumber = items !== undefined && takesNumber(items, root)
  const wordOf = (text: string) => {
    const wasText = words.some((one) => one === text)
    return isNumber && !wasText && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
  }
  const written = (next: readonly (string | number)[]) => {
    const [first] = next
    if (next.length > 1) return next
    return first === '' ? undefined : several ? first : next
  }
  const usual = listOf(schema.default)
  const rows = Math.min(Math.max(words.length, 1) + 1, 8)
  return (
    <div>
      <LongField
        label={label}
        rows={rows}
        value={words.map(textOf).join('\n')}
        placeholder={usual.map(textOf).join('\n')}
        onChange={({ target }) => onChange(written(target.value.split('\n').map(wordOf)))}
      />
      <span className={css.hint}>{t('schema.onePerLine')}</span>
      {fault !== undefined && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
