import type { Filter } from '@kaiku/contract/filter.ts'
import { looksAtAnswer } from '@kaiku/core/filter-kind.ts'
import { formatToken, parseToken, setValues } from '@kaiku/core/filter-token.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, Select } from '../control/control.tsx'
import { useFilters } from '../filter/filter.queries.ts'
import { filterWords } from '../filter/filter-words.ts'
import { ValueControl } from '../filter-control/filter-control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import css from './rule-editor.module.css'
import { alongOf } from './scale-threshold.ts'
import { Threshold } from './threshold.tsx'

type Props = {
  label: string
  /** What stands where nothing is asked. */
  none: string
  /** A token of filters. */
  value: string
  fault: string | undefined
  onChange: (token: string) => void
}

/** What interviews have to meet: filters of the survey, each with the control that it has beside figures. */
export function ConditionField({ label, none, value, fault, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const filters = useFilters()
  // Begun, and nothing chosen of it yet: that cannot be written.
  const [begun, setBegun] = useState<readonly string[]>([])
  const read = parseToken(value)
  if (!read.ok)
    return <Field label={label} value={value} fault={fault} onChange={({ target }) => onChange(target.value)} />
  const chosen = [...new Set([...read.value.keys(), ...begun])]
  const set = (name: string, values: readonly string[]) => onChange(formatToken(setValues(read.value, name, values)))
  const remove = (name: string) => {
    setBegun(begun.filter((one) => one !== name))
    set(name, [])
  }
  const offered = [...filters.values()].filter((one) => !chosen.includes(one.extName) && looksAtAnswer(one.kind))
  return (
    <fieldset className={fields.list}>
      <legend className={fields.label}>{label}</legend>
      {chosen.length === 0 && <p className={fields.hint}>{none}</p>}
      {chosen.map((name) => {
        const filter = filters.get(name)
        const values = read.value.get(name) ?? []
        const title = filter?.title ?? name
        return (
          <div key={name} className={css.condition}>
            <div className={css.conditionHead}>
              <b>{title}</b>
              <IconButton small label={t('filter.clearOf', { title })} onClick={() => remove(name)}>
                <IconX size={14} />
              </IconButton>
            </div>
            {filter && <Upward filter={filter} values={values} onChange={(next) => set(name, next)} />}
            {filter && looksAtAnswer(filter.kind) ? (
              <ValueControl filter={filter} values={values} set={(next) => set(name, next)} />
            ) : (
              <p>{filterWords(filter, values, t, i18n.language)}</p>
            )}
          </div>
        )
      })}
      {offered.length > 0 && (
        <Labelled label={t('rule.form.addCondition')} fault={fault}>
          <Select
            boxed
            label={t('rule.form.addCondition')}
            value=""
            choices={[
              { value: '', title: t('rule.form.choose') },
              ...offered.map(({ extName, title }) => ({ value: extName, title })),
            ]}
            onChange={(name) => name !== '' && setBegun([...begun, name])}
          />
        </Labelled>
      )}
    </fieldset>
  )
}

type UpwardProps = { filter: Filter; values: readonly string[]; onChange: (values: readonly string[]) => void }

/** How far a condition goes, to be drawn along its scale, beside the marks or the ends one by one. */
function Upward({ filter, values, onChange }: UpwardProps) {
  const { t, i18n } = useTranslation()
  const along = alongOf(filter, values)
  if (!along) return null
  const number = new Intl.NumberFormat(i18n.language)
  const { from, to, max, step } = along
  return (
    <Threshold
      label={t('rule.form.upTo')}
      text={`${number.format(from)}–${number.format(to)}`}
      {...{ min: from, max, step, value: to }}
      onChange={(next) => onChange(along.upTo(next))}
    />
  )
}
