import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { described, removed, reordered, unmerged } from '@kaiku/core/place-edit.ts'
import type { PlaceNode } from '@kaiku/core/place-tree.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, DayField, Field, IconButton, LongField } from '../control/control.tsx'
import { isLocale, locales as ownLocales } from '../text/text.ts'
import type { Act } from './place-dialogs.tsx'
import css from './place-editor.module.css'
import type { TreeState } from './use-tree.ts'

type Props = { tree: TreeState; ids: readonly string[]; onAct: (act: Act) => void }

/** What the chosen places are, and what can be made of them. */
export function PlacePanel({ tree, ids, onAct }: Props) {
  const { t, i18n } = useTranslation()
  const [first = ''] = ids
  const node = ids.length === 1 ? tree.index.byId.get(first) : undefined
  if (ids.length === 0)
    return (
      <div className={css.panel}>
        <p className={css.hint}>{t('placeEditor.choose')}</p>
        <Button onClick={() => onAct('add')}>{t('placeEditor.add')}…</Button>
      </div>
    )
  const isPublished = ids.some((id) => tree.opened.published.nodes.some((one) => one.id === id))
  return (
    <section className={css.panel} aria-label={t('placeEditor.place')}>
      {node ? (
        <PlaceFields key={node.id} tree={tree} node={node} />
      ) : (
        <p>
          <b>{t('placeEditor.chosen', { count: ids.length, n: formatCount(ids.length, i18n.language) })}</b>
        </p>
      )}
      <div className={css.buttons}>
        <Button onClick={() => onAct('move')}>{t('placeEditor.move')}…</Button>
        {node && <Button onClick={() => onAct('add')}>{t('placeEditor.addBelow')}…</Button>}
        {!tree.plan && <Button onClick={() => onAct('merge')}>{t('placeEditor.merge')}…</Button>}
        {!tree.plan && node && <Button onClick={() => onAct('split')}>{t('placeEditor.split')}…</Button>}
        {!tree.plan && <Button onClick={() => onAct('retire')}>{t('placeEditor.retire')}…</Button>}
        {node?.mergedInto !== undefined && (
          <Button onClick={() => tree.edit(unmerged(tree.nodes, node.id))}>{t('placeEditor.unmerge')}</Button>
        )}
        {(!isPublished || tree.plan) && (
          <Button onClick={() => tree.edit(removed(tree.nodes, ids))}>{t('placeEditor.remove')}</Button>
        )}
      </div>
    </section>
  )
}

function PlaceFields({ tree, node }: { tree: TreeState; node: PlaceNode }) {
  const { t, i18n } = useTranslation()
  const { id, name, moves = [] } = node
  const called = tree.nameOf(id)
  const total = tree.totals?.get(id)
  const rename = (locale: string, text: string) => {
    if (typeof name === 'string' && tree.opened.locales.length < 2)
      return void tree.edit(described(tree.nodes, id, { name: text }))
    const before = typeof name === 'string' ? Object.fromEntries(tree.opened.locales.map((one) => [one, name])) : name
    const next = Object.fromEntries(Object.entries({ ...before, [locale]: text }).filter(([, one]) => one !== ''))
    const [only] = Object.values(next)
    const isOne = Object.values(next).every((one) => one === only) && tree.opened.locales.every((one) => one in next)
    void tree.edit(described(tree.nodes, id, { name: isOne && only !== undefined ? only : next }))
  }
  const setDay = (key: 'validFrom' | 'validTo', day: string) =>
    tree.edit(described(tree.nodes, id, { [key]: day === '' ? undefined : day }))
  return (
    <>
      <div className={css.heading}>
        <h2 dir="auto">{called}</h2>
        <IconButton
          small
          label={t('placeEditor.up')}
          onClick={() => tree.edit(reordered(tree.nodes, id, -1, i18n.language))}
        >
          <IconArrowUp size={16} />
        </IconButton>
        <IconButton
          small
          label={t('placeEditor.down')}
          onClick={() => tree.edit(reordered(tree.nodes, id, 1, i18n.language))}
        >
          <IconArrowDown size={16} />
        </IconButton>
      </div>
      <p className={css.hint}>
        {t('placeEditor.idIs', { id })}
        {tree.totals && ` · ${t('placeEditor.n', { count: total ?? 0, n: formatCount(total ?? 0, i18n.language) })}`}
      </p>
      {(tree.opened.locales.length > 1 ? tree.opened.locales : [tree.opened.locales[0] ?? 'en']).map((locale) => (
        <Settled
          key={locale}
          label={
            tree.opened.locales.length > 1
              ? t('placeEditor.nameIn', { language: isLocale(locale) ? ownLocales[locale] : locale })
              : t('placeEditor.name')
          }
          value={typeof name === 'string' ? name : (name[locale] ?? '')}
          onSettle={(text) => rename(locale, text)}
        />
      ))}
      {!tree.plan && (
        <>
          <Settled
            label={t('placeEditor.codes')}
            value={(node.codes ?? []).join('\n')}
            isLong
            onSettle={(text) =>
              tree.edit(
                described(tree.nodes, id, {
                  codes: [...new Set(text.split('\n').map((one) => one.trim()))].filter((one) => one !== ''),
                }),
              )
            }
          />
          <div className={css.pair}>
            <DayField
              label={t('placeEditor.validFrom')}
              value={node.validFrom ?? ''}
              onChange={({ target }) => setDay('validFrom', target.value)}
            />
            <DayField
              label={t('placeEditor.validTo')}
              value={node.validTo ?? ''}
              onChange={({ target }) => setDay('validTo', target.value)}
            />
          </div>
        </>
      )}
      {moves.length > 0 && (
        <ul className={css.moves}>
          {moves.map(({ until, parent }) => (
            <li key={until}>
              {t('placeEditor.until', { day: formatDay(until, i18n.language), name: tree.nameOf(parent ?? '') })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type SettledProps = { label: string; value: string; isLong?: boolean; onSettle: (text: string) => unknown }

/** A text that is taken when it is left: each of them is one step to undo. */
function Settled({ label, value, isLong = false, onSettle }: SettledProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const leave = () => {
    if (text.trim() !== value) onSettle(text.trim())
  }
  return isLong ? (
    <LongField label={label} rows={3} value={text} onChange={({ target }) => setText(target.value)} onBlur={leave} />
  ) : (
    <Field
      label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  )
}
