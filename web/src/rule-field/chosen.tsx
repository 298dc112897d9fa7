import { useTranslation } from 'react-i18next'
import { type Choice, Select } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'

type Props = {
  label: string
  /** What is said where there is nothing to choose from. */
  none: string
  value: string
  choices: readonly Choice<string>[]
  fault: string | undefined
  onChange: (value: string) => void
}

/** One of what there is; what is written and is not there stays until another is chosen. */
export function Chosen({ label, none, value, choices, fault, onChange }: Props) {
  const { t } = useTranslation()
  const isKnown = choices.some((one) => one.value === value)
  return (
    <Labelled label={label} fault={fault}>
      {choices.length === 0 ? (
        <p className={fields.hint}>{none}</p>
      ) : (
        <Select
          boxed
          label={label}
          value={value}
          choices={[...(isKnown ? [] : [{ value, title: value || t('effect.choose') }]), ...choices]}
          onChange={onChange}
        />
      )}
    </Labelled>
  )
}
