import type { PageFault } from '@kaiku/contract/page-draft.ts'
import { useTranslation } from 'react-i18next'
import { formOf } from './component-form.ts'
import { faultWords } from './fault-words.ts'
import { FieldControl } from './field-control.tsx'
import { type WrittenComponent, withProperty } from './page-edit.ts'
import { Panel } from './panel.tsx'

type Props = {
  written: WrittenComponent
  /** Of this component, places relative to it: `question`. */
  faults: readonly PageFault[]
  onChange: (written: WrittenComponent, key?: string) => void
  onClose: () => void
}

/** All that a component may say, beside it: what is written here is seen there at once. */
export function ComponentPanel({ written, faults, onChange, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const type = String(written.type)
  const fields = formOf(type)
  const faultAt = (name: string) => {
    const found = faults.find(
      ({ place }) => place === name || place.startsWith(`${name}.`) || place.startsWith(`${name}[`),
    )
    return found && faultWords(found, t, i18n.language)
  }
  const others = faults.filter(({ place }) => !fields.some(({ name }) => place.startsWith(name)))
  return (
    <Panel title={t(`component.${type}` as 'component.Text')} onClose={onClose}>
      {others.map((one) => (
        <p key={one.place} role="alert">
          {faultWords(one, t, i18n.language)}
        </p>
      ))}
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={written[field.name]}
          fault={faultAt(field.name)}
          onChange={(value, key) => onChange(withProperty(written, field.name, value, field.initial), key)}
        />
      ))}
    </Panel>
  )
}
