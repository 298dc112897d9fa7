import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { placesQuery } from '../place/place.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './rule-editor.module.css'

type Props = {
  view: string
  /** Drill paths. */
  value: readonly string[]
  /** What is known of their names. */
  names: ReadonlyMap<string, string>
  /** Of the name of one that was found. */
  onFound: (path: string, name: string) => void
  fault: string | undefined
  onChange: (places: string[]) => void
}

/** Places that a rule holds at, found by a part of their name; none: all. */
export function PlacesField({ view, value, names, onFound, fault, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const asked = { survey: survey.extName, view, query, locale: i18n.language, loadCount }
  const { data = [] } = useQuery({ ...placesQuery(asked), enabled: query !== '' })
  const nameOf = (path: string) => names.get(path) ?? path
  return (
    <fieldset className={fields.list}>
      <legend className={fields.label}>{t('rule.form.places')}</legend>
      {value.length === 0 && <p className={fields.hint}>{t('rule.form.everywhere')}</p>}
      {value.length > 0 && (
        <ul className={fields.chips}>
          {value.map((path) => (
            <li key={path}>
              <span>{nameOf(path)}</span>
              <IconButton
                small
                label={t('rule.form.removePlace', { name: nameOf(path) })}
                onClick={() => onChange(value.filter((one) => one !== path))}
              >
                <IconX size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t('rule.form.findPlace')}
        type="search"
        value={text}
        fault={fault}
        onChange={({ target }) => setText(target.value)}
      />
      {query !== '' && (
        <ul className={css.found}>
          {data
            .filter(({ path }) => !value.includes(path))
            .map(({ path, name, above }) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => {
                    onFound(path, name)
                    setText('')
                    onChange([...value, path])
                  }}
                >
                  {name} <small>{above.filter(Boolean).join(' › ')}</small>
                </button>
              </li>
            ))}
        </ul>
      )}
    </fieldset>
  )
}
