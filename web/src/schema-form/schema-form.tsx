import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, Select, Ticked } from '../control/control.tsx'
import { LocalisedField } from '../page-form/field-control.tsx'
import { Labelled } from '../page-form/labelled.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import type { FormContext, GroupProps, PartProps } from './form-context.ts'
import { placeOf } from './json-value.ts'
import {
  emptyOf,
  inShape,
  isJson,
  keyOfShapes,
  kindOf,
  resolved,
  shapeOf,
  shapesOf,
  takesNumber,
  titleOfKey,
} from './schema.ts'
import { SchemaCards } from './schema-cards.tsx'
import { SchemaEntries, SchemaList } from './schema-entries.tsx'
import css from './schema-form.module.css'
import { ChoicesField, choicesOf, textOf, WordsField } from './schema-words.tsx'

type FormProps = Omit<FormContext, 'Field' | 'Group'> & { value: unknown }

/** A whole document as a form made from its schema. */
export const SchemaForm = ({ value, ...rest }: FormProps) => (
  <SchemaGroup
    context={{ ...rest, Field: SchemaField, Group: SchemaGroup }}
    schema={rest.root}
    value={value}
    path={[]}
  />
)

/** One part of a block, by the control that fits its schema. */
function SchemaField(props: PartProps) {
  const { context, name, schema, value, path, required } = props
  const { t } = useTranslation()
  const { root } = context
  const known = resolved(schema, root)
  const label = known.title ?? titleOfKey(name)
  const fault = context.faultAt(placeOf(path))
  const set = (next: unknown) => context.change(path, next)
  switch (kindOf(schema, root)) {
    case 'fixed':
      return null
    case 'localised':
      return <LocalisedField label={label} value={value} fault={fault} name={name} onChange={set} />
    case 'tick':
      return (
        <div className={css.tick}>
          <Ticked
            checked={(value ?? known.default) === true}
            onChange={({ target }) =>
              set(!required && target.checked === (known.default ?? false) ? undefined : target.checked)
            }
          >
            {label}
          </Ticked>
        </div>
      )
    case 'number':
      return (
        <Field
          type="number"
          step="any"
          label={label}
          min={known.minimum}
          max={known.maximum}
          value={typeof value === 'number' ? value : ''}
          placeholder={typeof known.default === 'number' ? String(known.default) : ''}
          fault={fault}
          onChange={({ target }) => set(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )
    case 'choice':
      return (
        <Labelled label={label} fault={fault}>
          <Select
            boxed
            label={label}
            value={textOf(value) || (required ? '' : textOf(known.default))}
            choices={choicesOf(
              known,
              required || known.default !== undefined ? null : t('editor.unsaid'),
              textOf(value),
            )}
            onChange={(next) => set(next === '' || (!required && next === known.default) ? undefined : next)}
          />
        </Labelled>
      )
    case 'choices':
      return <ChoicesField label={label} value={value} fault={fault} schema={known} root={root} onChange={set} />
    case 'words':
      return <WordsField label={label} value={value} fault={fault} schema={known} root={root} onChange={set} />
    case 'text':
    case 'code':
      return <TextField {...props} label={label} fault={fault} />
    case 'cards':
      return <SchemaCards context={context} label={label} schema={known} value={value} path={path} fault={fault} />
    case 'list':
      return <SchemaList context={context} label={label} schema={known} value={value} path={path} fault={fault} />
    case 'entries':
      return <SchemaEntries context={context} label={label} schema={known} value={value} path={path} fault={fault} />
    case 'group':
      return (
        <fieldset className={css.group}>
          <legend>{label}</legend>
          {value === undefined && !required ? (
            <Button onClick={() => set(emptyOf(schema, root))}>{t('schema.begin', { name: label })}</Button>
          ) : (
            <>
              <SchemaGroup context={context} schema={schema} value={value} path={path} />
              {!required && path.length > 0 && (
                <Button onClick={() => set(undefined)}>{t('editor.remove', { name: label })}</Button>
              )}
            </>
          )}
        </fieldset>
      )
    case 'other':
      return (
        <Labelled label={label} fault={fault}>
          <p className={css.hint}>{t(value === undefined ? 'schema.textOnlyNone' : 'schema.textOnly')}</p>
        </Labelled>
      )
  }
}

/** The parts of an object, after the shape that it has. */
function SchemaGroup({ context, schema, value, path }: GroupProps) {
  const { t } = useTranslation()
  const { root } = context
  const shape = shapeOf(value, schema, root)
  const key = keyOfShapes(schema, root)
  const shapes = shapesOf(schema, root)
  const own = isJson(value) ? value : {}
  if (!shape) return null
  const { properties = {}, required = [] } = shape
  const keyed = key === null ? undefined : properties[key]
  return (
    <div className={css.fields}>
      {key !== null && keyed && (
        <Labelled label={keyed.title ?? titleOfKey(key)} fault={context.faultAt(placeOf([...path, key]))}>
          <Select
            boxed
            label={keyed.title ?? titleOfKey(key)}
            value={textOf(keyed.const)}
            choices={shapes.map(({ properties: one }) => {
              const fixed = one?.[key]
              return { value: textOf(fixed?.const), title: fixed?.enumDescriptions?.[0] ?? textOf(fixed?.const) }
            })}
            onChange={(next) => {
              const wanted = shapes.find(({ properties: one }) => one?.[key]?.const === next)
              if (wanted) context.change(path, inShape(own, wanted, root, key))
            }}
          />
        </Labelled>
      )}
      {Object.entries(properties)
        .filter(([name]) => name !== '$schema' && name !== key)
        .map(([name, one]) => (
          <SchemaField
            key={name}
            context={context}
            name={name}
            schema={one}
            value={Object.hasOwn(own, name) ? own[name] : undefined}
            path={[...path, name]}
            required={required.includes(name)}
          />
        ))}
      {Object.keys(own).some((name) => !properties[name]) && <p className={css.hint}>{t('schema.moreInText')}</p>}
    </div>
  )
}

type OwnProps = { label: string; fault: string | undefined }

/** A text; where a name is asked for, with those that the survey has. */
function TextField({ context, name, schema, value, path, required, label, fault }: PartProps & OwnProps) {
  const { survey } = useSurvey()
  const id = useId()
  const named = name === 'question' ? survey.questions : name === 'indicator' ? survey.indicators : null
  const isNumber = takesNumber(schema, context.root)
  const { default: usual } = resolved(schema, context.root)
  const set = (text: string) => {
    const asNumber = isNumber && typeof value !== 'string' && text.trim() !== '' && !Number.isNaN(Number(text))
    context.change(path, asNumber ? Number(text) : text === '' && !required ? undefined : text)
  }
  return (
    <div>
      <Field
        label={label}
        value={textOf(value)}
        placeholder={textOf(usual)}
        fault={fault}
        list={named ? id : undefined}
        onChange={({ target }) => set(target.value)}
      />
      {named && (
        <datalist id={id}>
          {named.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </datalist>
      )}
    </div>
  )
}
