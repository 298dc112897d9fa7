import { Field, LongField } from '../control/control.tsx'
import { type Known, put, saidIn, titleIn, type Written, withSaid } from './written-form.ts'

type Props = {
  of: Written
  name: string
  label: string
  known: Known
  long?: boolean
  fault?: string | undefined
  onChange: (next: Written, key: string) => void
}

/** A text of the form in the language that is being written in; what another language says stands there until it is said. */
export function TextField({ of, name, label, known, long, fault, onChange }: Props) {
  const { locale, locales } = known
  const text = of[name]
  const shared = {
    label,
    value: saidIn(text, locale, locales),
    placeholder: titleIn(known, text),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(put(of, name, withSaid(text, locale, locales, target.value)), `${name} ${locale}`),
  }
  return long ? <LongField {...shared} rows={3} /> : <Field {...shared} fault={fault} />
}
