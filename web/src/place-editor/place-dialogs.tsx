import { countsElsewhere } from '@kaiku/core/place-change.ts'
import { added, type Edited, merged, moved, retired, split } from '@kaiku/core/place-edit.ts'
import { within } from '@kaiku/core/place-tree.ts'
import { fold } from '@kaiku/core/text.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, DayField, Field, LongField, Ticked } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import css from './place-editor.module.css'
import { lineWords } from './place-rows.ts'
import type { TreeState } from './use-tree.ts'

export type Act = 'move' | 'merge' | 'split' | 'retire' | 'add'
type Props = { tree: TreeState; act: Act; ids: readonly string[]; answer: string; onClose: () => void }

const codesIn = (text: string) => [...new Set(text.split('\n').map((one) => one.trim()))].filter((one) => one !== '')

/** What becomes of places that needs a question first: where, from when, with what. */
export function PlaceDialog({ tree, act, ids, answer, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { nodes, opened } = tree
  const [first = ''] = ids
  const [where, setWhere] = useState<string | null>(act === 'add' ? first : null)
  const [day, setDay] = useState(tree.from ?? opened.today)
  const [always, setAlways] = useState(tree.plan !== null)
  const [id, setId] = useState(answer)
  const [name, setName] = useState('')
  const [parts, setParts] = useState(['', ''])
  const [partCodes, setPartCodes] = useState(['', ''])
  const [fault, setFault] = useState('')
  const edited = (): Edited => {
    if (act === 'move') return moved(nodes, ids, where === '' ? undefined : (where ?? undefined), always ? null : day)
    if (act === 'retire') return retired(nodes, ids, day)
    if (act === 'merge')
      return ids.reduce<Edited>((so, one) => ('fault' in so ? so : merged(so.nodes, one, where ?? '', day)), {
        nodes,
      })
    if (act === 'split') {
      const made = parts.flatMap((called, at) =>
        called.trim() === ''
          ? []
          : [{ id: freshId(tree, called), name: called.trim(), codes: codesIn(partCodes[at] ?? '') }],
      )
      return split(nodes, first, made, day)
    }
    const parent = where === '' || where === null ? {} : { parent: where }
    return added(nodes, { id: id.trim(), name: name.trim() || id.trim(), ...parent })
  }
  const needsPlace = act === 'move' || act === 'merge'
  const isReady = (!needsPlace || where !== null) && (act !== 'split' || parts.every((one) => one.trim() !== ''))
  const trial = isReady && act !== 'add' && day !== '' ? edited() : null
  const elsewhere = trial && 'nodes' in trial && tree.answers ? countsElsewhere(nodes, trial.nodes, tree.answers) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = edited()
    if ('fault' in result) return setFault(t(`placeEditor.fault.${result.fault}`))
    tree.edit(result)
    onClose()
  }
  const names = ids.map(tree.nameOf).join(', ')
  return (
    <Dialog title={t(`placeEditor.${act}Title`, { name: names || opened.rootTitle })} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <p className={css.hint}>{t(`placeEditor.${act}Hint`)}</p>
        {needsPlace && (
          <PlacePicker
            tree={tree}
            label={t(act === 'move' ? 'placeEditor.newPlace' : 'placeEditor.partOfWhich')}
            without={ids}
            withRoot={act === 'move'}
            chosen={where}
            onChoose={setWhere}
          />
        )}
        {act === 'add' && (
          <>
            <Field label={t('placeEditor.name')} value={name} onChange={({ target }) => setName(target.value)} />
            <Field label={t('placeEditor.id')} required value={id} onChange={({ target }) => setId(target.value)} />
            {answer !== '' && (
              <PlacePicker
                tree={tree}
                chosen={where}
                onChoose={setWhere}
                label={t('placeEditor.below')}
                without={[]}
                withRoot
              />
            )}
          </>
        )}
        {act === 'split' &&
          parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by nothing else
            <fieldset key={at} className={css.part}>
              <Field
                label={t('placeEditor.partName', { n: at + 1 })}
                required
                value={part}
                onChange={({ target }) => setParts(parts.map((one, own) => (own === at ? target.value : one)))}
              />
              <LongField
                label={t('placeEditor.partCodes')}
                rows={2}
                value={partCodes[at] ?? ''}
                onChange={({ target }) => setPartCodes(partCodes.map((one, own) => (own === at ? target.value : one)))}
              />
            </fieldset>
          ))}
        {act === 'split' && (
          <Button
            onClick={() => {
              setParts([...parts, ''])
              setPartCodes([...partCodes, ''])
            }}
          >
            {t('placeEditor.addPart')}
          </Button>
        )}
        {act === 'move' && tree.plan === null && (
          <Ticked checked={always} onChange={({ target }) => setAlways(target.checked)}>
            {t('placeEditor.always')}
          </Ticked>
        )}
        {act !== 'add' && !(act === 'move' && always) && (
          <DayField
            label={t(act === 'retire' ? 'placeEditor.lastDay' : 'placeEditor.fromDay')}
            required
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
        {elsewhere !== null && (
          <p role="status">
            {t('placeEditor.elsewhere', { count: elsewhere, n: elsewhere.toLocaleString(i18n.language) })}
          </p>
        )}
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        <div className={css.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button primary type="submit" disabled={!isReady}>
            {t(`placeEditor.${act}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** An id made of a name that nothing else is called by. */
function freshId({ index }: TreeState, name: string): string {
  const base =
    fold(name)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'place'
  for (let at = 1; ; at++) {
    const id = at === 1 ? base : `${base}-${at}`
    if (!index.byId.has(id)) return id
  }
}

const mostShown = 30

type PickerProps = {
  tree: TreeState
  label: string
  /** These and what lies below them are not offered. */
  without: readonly string[]
  withRoot: boolean
  chosen: string | null
  onChoose: (id: string) => void
}

/** One place of the tree, found by name, id or code. */
export function PlacePicker({ tree, label, without, withRoot, chosen, onChoose }: PickerProps): ReactNode {
  const { t, i18n } = useTranslation()
  const name = useId()
  const [query, setQuery] = useState('')
  const wanted = fold(query.trim())
  const closed = new Set(without.flatMap((id) => [...within(tree.index, id)]))
  const own = tree.opened.locales[0] ?? 'en'
  const found: { id: string; words: string }[] =
    withRoot && wanted === '' ? [{ id: '', words: tree.opened.rootTitle }] : []
  for (const node of tree.index.byId.values()) {
    if (found.length >= mostShown) break
    if (closed.has(node.id) || node.mergedInto !== undefined) continue
    const words = lineWords(tree.index, node.id, i18n.language, own)
    if (fold(`${words} ${node.id}`).includes(wanted)) found.push({ id: node.id, words })
  }
  return (
    <fieldset className={css.picker}>
      <legend>{label}</legend>
      <Field
        label={t('placeEditor.search')}
        hideLabel
        type="search"
        placeholder={t('placeEditor.search')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <div className={css.choices}>
        {found.map(({ id, words }) => (
          <label key={id}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
            <span dir="auto">{words}</span>
          </label>
        ))}
        {found.length === 0 && <p className={css.hint}>{t('placeEditor.noneFound')}</p>}
      </div>
    </fieldset>
  )
}
