import { localise } from '@kaiku/core/localised.ts'
import { fold } from '@kaiku/core/text.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton } from '../control/control.tsx'
import { FieldList } from './field-list.tsx'
import type { FormContext } from './form-context.ts'
import { type Path, placeOf } from './json-value.ts'
import { type BlockSchema, emptyOf, idOf, isJson } from './schema.ts'
import css from './schema-form.module.css'

type Props = {
  context: FormContext
  label: string
  /** Of the list. */
  schema: BlockSchema
  value: unknown
  path: Path
  fault: string | undefined
}

const shownAtFirst = 50
const searchedFrom = 12

function titleOf(item: unknown, locale: string): string {
  const title = isJson(item) ? (item.title ?? item.name) : undefined
  if (typeof title === 'string') return title
  if (!isJson(title)) return ''
  const texts = Object.entries(title).filter((one): one is [string, string] => typeof one[1] === 'string')
  return localise(Object.fromEntries(texts), locale, 'en')
}

/** A list of things, each on a card: opened to be written, moved, removed. */
export function SchemaCards({ context, label, schema, value, path, fault }: Props) {
  const { t, i18n } = useTranslation()
  const [most, setMost] = useState(shownAtFirst)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const { items: one } = schema
  if (!one) return null
  const named = items.map((item, at) => ({ item, at, title: titleOf(item, i18n.language), id: idOf(item) }))
  const found = named.filter(({ title, id }) => [title, id].some((said) => fold(said).includes(fold(text.trim()))))
  const set = (next: readonly unknown[]) => context.change(path, next)
  const move = (at: number, by: 1 | -1) => {
    const next = [...items]
    next.splice(at + by, 0, ...next.splice(at, 1))
    set(next)
    setOpened(null)
  }
  const add = () => {
    set([...items, emptyOf(one, context.root, items.map(idOf))])
    setOpened(items.length)
    setMost(Math.max(most, items.length + 1))
    setText('')
  }
  return (
    <FieldList label={label} fault={fault}>
      {items.length > searchedFrom && (
        <Field type="search" label={t('schema.search')} value={text} onChange={({ target }) => setText(target.value)} />
      )}
      <ul>
        {found.slice(0, most).map(({ item, at, title, id }) => {
          const name = title || id || t('schema.nth', { n: at + 1 })
          const isFaulty = context.isFaulty(placeOf([...path, at]))
          return (
            <li key={at} className={css.card} data-faulty={isFaulty || undefined}>
              <div className={css.cardHead}>
                <button
                  type="button"
                  className={css.cardTitle}
                  aria-expanded={opened === at}
                  onClick={() => setOpened(opened === at ? null : at)}
                >
                  <b>{name}</b> {title !== '' && id !== '' && <small>{id}</small>}
                </button>
                <IconButton small label={t('schema.up', { name })} disabled={at === 0} onClick={() => move(at, -1)}>
                  <IconArrowUp size={15} />
                </IconButton>
                <IconButton
                  small
                  label={t('schema.down', { name })}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={15} />
                </IconButton>
                <IconButton
                  small
                  label={t('editor.remove', { name })}
                  onClick={() => {
                    set(items.filter((_, i) => i !== at))
                    setOpened(null)
                  }}
                >
                  <IconTrash size={15} />
                </IconButton>
              </div>
              {opened === at && (
                <div className={css.cardBody}>
                  <context.Group context={context} schema={one} value={item} path={[...path, at]} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {found.length > most && (
        <Button onClick={() => setMost(most + 200)}>{t('schema.more', { n: found.length - most })}</Button>
      )}
      <div>
        <Button onClick={add}>{t('schema.add', { name: label })}</Button>
      </div>
    </FieldList>
  )
}
