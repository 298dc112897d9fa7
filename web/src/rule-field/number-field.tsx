import { Field } from '../control/control.tsx'

type Props = {
  label: string
  value: number | undefined
  fault: string | undefined
  placeholder?: string
  /** Undefined: nothing stands there. */
  onChange: (value: number | undefined) => void
}

/** A number, or none. */
export const NumberField = ({ label, value, fault, placeholder, onChange }: Props) => (
  <Field
    type="number"
    step="any"
    label={label}
    fault={fault}
    placeholder={placeholder}
    value={value === undefined || Number.isNaN(value) ? '' : value}
    onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
  />
)
