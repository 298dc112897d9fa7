import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton } from '../control/control.tsx'
import { FieldList } from './field-list.tsx'
import type { FormContext } from './form-context.ts'
import type { Path } from './json-value.ts'
import { type BlockSchema, emptyOf, isJson } from './schema.ts'
import css from './schema-form.module.css'

type Props = {
  context: FormContext
  label: string
  schema: BlockSchema
  value: unknown
  path: Path
  fault: string | undefined
}

/** Entries under names that one gives them: each with its value, taken away, another one begun. */
export function SchemaEntries({ context, label, schema, value, path, fault }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const entry = schema.additionalProperties
  const own = isJson(value) ? value : {}
  const known = Object.keys(own)
  if (typeof entry !== 'object') return null
  const add = () => {
    context.change([...path, name], emptyOf(entry, context.root))
    setName('')
  }
  return (
    <FieldList label={label} fault={fault}>
      {known.map((key) => (
        <div key={key} className={css.entry}>
          <context.Field
            context={context}
            name={key}
            schema={Object.assign({}, entry, { title: key })}
            value={own[key]}
            path={[...path, key]}
            required
          />
          <IconButton
            small
            label={t('editor.remove', { name: key })}
            onClick={() => context.change([...path, key], undefined)}
          >
            <IconTrash size={15} />
          </IconButton>
        </div>
      ))}
      <div className={css.newEntry}>
        <Field
          label={t('schema.entryName', { name: label })}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button disabled={name.trim() === '' || known.includes(name)} onClick={add}>
          {t('schema.add', { name: label })}
        </Button>
      </div>
    </FieldList>
  )
}

/** A list of texts for people, one below the other. */
export function SchemaList({ context, label, schema, value, path, fault }: Props) {
  const { t } = useTranslation()
  const { items } = schema
  const own: readonly unknown[] = Array.isArray(value) ? value : []
  if (!items) return null
  return (
    <FieldList label={label} fault={fault}>
      {own.map((one, at) => {
        const name = t('schema.nth', { n: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that names it
          <div key={at} className={css.entry}>
            <context.Field
              context={context}
              name={name}
              schema={Object.assign({}, items, { title: name })}
              value={one}
              path={[...path, at]}
              required
            />
            <IconButton
              small
              label={t('editor.remove', { name })}
              onClick={() => context.change([...path, at], undefined)}
            >
              <IconTrash size={15} />
            </IconButton>
          </div>
        )
      })}
      <div>
        <Button onClick={() => context.change(path, [...own, emptyOf(items, context.root)])}>
          {t('schema.add', { name: label })}
        </Button>
      </div>
    </FieldList>
  )
}
