import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'

type ListProps = {
  label: string
  hint?: string
  value: readonly string[]
  offered?: readonly string[]
  fault: string | undefined
  onChange: (value: readonly string[]) => void
}

/** Several short texts, each a chip; Enter takes what is written. */
export function ListField({ label, hint, value, offered = [], fault, onChange }: ListProps) {
  const { t } = useTranslation()
  const id = useId()
  const take = (field: HTMLInputElement) => {
    const text = field.value.trim()
    field.value = ''
    if (text !== '' && !value.includes(text)) onChange([...value, text])
  }
  return (
    <fieldset className={fields.list}>
      <legend className={fields.label}>{label}</legend>
      {value.length > 0 && (
        <ul className={fields.chips}>
          {value.map((one) => (
            <li key={one}>
              <span>{one}</span>
              <IconButton
                small
                label={t('rule.form.remove', { what: one })}
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                <IconX size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('rule.form.addTo', { list: label })}
        hideLabel
        list={`${id}-offered`}
        placeholder={t('rule.form.addTo', { list: label })}
        fault={fault}
        onBlur={({ currentTarget }) => take(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take(event.currentTarget)
        }}
      />
      <datalist id={`${id}-offered`}>
        {offered.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {hint !== undefined && <p className={fields.hint}>{hint}</p>}
    </fieldset>
  )
}
