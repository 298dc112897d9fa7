import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton, Select } from '../control/control.tsx'
import { ConditionField } from '../form-field/condition-field.tsx'
import { TextField } from '../form-field/text-field.tsx'
import {
  type FormPartKind,
  type Known,
  kindOf,
  knownBefore,
  listOf,
  movedPart,
  put,
  stepOf,
  type Written,
  wordOf,
} from '../form-field/written-form.ts'
import { useDrag } from '../page-editor/use-drag.ts'
import { inserted, moved, replaced, without, withProperty } from '../page-form/page-edit.ts'
import css from './form-editor.module.css'
import { FormPart, partTitle } from './form-part.tsx'

export type SectionProps = {
  form: Written
  known: Known
  /** What is wrong at a place of the form, in words. */
  faultAt: (place: string) => string | undefined
  onChange: (form: Written, key?: string) => void
}

type Spot = { readonly page: number; readonly at: number }

/** The pages of a form with what stands on them, in the order in which they are asked. */
export function FormPages({
  form,
  known,
  faultAt,
  onChange,
  onShow,
}: SectionProps & { onShow: (page: number) => void }) {
  const { t } = useTranslation()
  const pages = listOf(form, 'pages')
  const setPages = (next: readonly Written[], key?: string) => onChange({ ...form, pages: next }, key)
  const used = new Set([...knownBefore(form, pages.length)])
  const unused = [...known.questions.keys()].filter((id) => !used.has(id))
  const [open, setOpen] = useState('')
  const [over, setOver] = useState<number | null>(null)
  const spots = pages.flatMap((page, at) => listOf(page, 'parts').map((_, index): Spot => ({ page: at, at: index })))
  const move = (from: Spot, to: Spot | null) => {
    if (to === null) return
    onChange(movedPart(form, from, to))
    setOpen('')
  }
  return (
    <div className={css.pages}>
      {pages.map((page, at) => {
        const parts = listOf(page, 'parts')
        const name = t('formEditor.pageOf', { n: at + 1 })
        const setPage = (next: Written, key?: string) =>
          setPages(replaced(pages, at, next), key === undefined ? undefined : `${at} ${key}`)
        const setParts = (next: readonly Written[], key?: string) => setPage(withProperty(page, 'parts', next), key)
        const before = knownBefore(form, at)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no name of their own
          <section key={at} className={css.page} aria-label={name} onFocus={() => onShow(at)}>
            <div className={css.head}>
              <h3>{name}</h3>
              <Acts
                name={name}
                at={at}
                of={pages.length}
                onMove={(by) => setPages(moved(pages, at, at + by))}
                onRemove={() => setPages(without(pages, at))}
              />
            </div>
            <TextField
              of={page}
              name="title"
              label={t('formEditor.pageTitle')}
              fault={faultAt(`pages[${at}].title`)}
              known={known}
              onChange={setPage}
            />
            {(at > 0 || wordOf(page, 'when') !== '') && (
              <ConditionField
                label={t('formEditor.pageWhen')}
                value={wordOf(page, 'when')}
                from={before}
                known={known}
                fault={faultAt(`pages[${at}].when`)}
                onChange={(when) => setPage(put(page, 'when', when), 'when')}
              />
            )}
            <ol className={css.parts} aria-label={`${name}: ${t('formEditor.parts')}`}>
              {parts.map((part, index) => {
                const key = `${at} ${index}`
                const spot = { page: at, at: index }
                const flat = spots.findIndex((one) => one.page === at && one.at === index)
                const title = partTitle(known, part) || t(`formEditor.kind.${kindOf(part)}`)
                const place = `pages[${at}].parts[${index}]`
                return (
                  <li key={key} className={css.part} data-index={flat} data-over={over === flat || undefined}>
                    <div className={css.head}>
                      <Grip
                        label={t('formEditor.drag', { name: title })}
                        onOver={setOver}
                        onDrop={(to) => to !== flat && move(spot, spots[to] ?? null)}
                        onStep={(by) => move(spot, stepOf(form, spot, by))}
                      />
                      <button
                        type="button"
                        className={css.open}
                        aria-expanded={open === key}
                        onClick={() => {
                          setOpen(open === key ? '' : key)
                          onShow(at)
                        }}
                      >
                        <span>{title}</span>
                        <small>
                          {[
                            t(`formEditor.kind.${kindOf(part)}`),
                            part.required === true && t('formEditor.required'),
                            part.random === true && t('formEditor.random'),
                            wordOf(part, 'when') !== '' && t('formEditor.conditional'),
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </small>
                        {faultAt(place) !== undefined && <small className={css.fault}>{faultAt(place)}</small>}
                      </button>
                      <Acts
                        name={title}
                        at={stepOf(form, spot, -1) === null ? 0 : 1}
                        of={stepOf(form, spot, 1) === null ? 2 : 3}
                        onMove={(by) => move(spot, stepOf(form, spot, by))}
                        onRemove={() => setParts(without(parts, index))}
                      />
                    </div>
                    {open === key && (
                      <FormPart
                        part={part}
                        known={known}
                        before={before}
                        unused={unused}
                        faultAt={(inside) => faultAt(`${place}.${inside}`)}
                        onChange={(next, what) =>
                          setParts(replaced(parts, index, next), what === undefined ? undefined : `${index} ${what}`)
                        }
                      />
                    )}
                  </li>
                )
              })}
            </ol>
            <AddPart
              name={name}
              known={known}
              unused={unused}
              onAdd={(part) => {
                setParts([...parts, part])
                if (kindOf(part) !== 'question') setOpen(`${at} ${parts.length}`)
              }}
            />
          </section>
        )
      })}
      <Button onClick={() => setPages(inserted(pages, pages.length, { parts: [] }))}>{t('formEditor.addPage')}</Button>
      {unused.length > 0 && <p className={css.hint}>{t('formEditor.unused', { count: unused.length })}</p>}
    </div>
  )
}

type ActsProps = { name: string; at: number; of: number; onMove: (by: -1 | 1) => void; onRemove: () => void }

/** Up, down and away with something of a list. */
export function Acts({ name, at, of, onMove, onRemove }: ActsProps) {
  const { t } = useTranslation()
  return (
    <span className={css.acts}>
      <IconButton small label={t('formEditor.up', { name })} disabled={at === 0} onClick={() => onMove(-1)}>
        <IconArrowUp size={15} />
      </IconButton>
      <IconButton small label={t('formEditor.down', { name })} disabled={at === of - 1} onClick={() => onMove(1)}>
        <IconArrowDown size={15} />
      </IconButton>
      <IconButton small label={t('formEditor.remove', { name })} onClick={onRemove}>
        <IconTrash size={15} />
      </IconButton>
    </span>
  )
}

type GripProps = {
  label: string
  onOver: (at: number | null) => void
  onDrop: (at: number) => void
  onStep: (by: -1 | 1) => void
}

/** Carries a part over others by mouse, pen or finger, or step by step by the arrow keys. */
function Grip({ label, onOver, onDrop, onStep }: GripProps) {
  const drag = useDrag(onOver, onDrop)
  return (
    <IconButton
      small
      label={label}
      className={css.grip}
      {...drag}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        onStep(by < 0 ? -1 : 1)
      }}
    >
      <IconGripVertical size={15} />
    </IconButton>
  )
}

const others = ['matrix', 'consent', 'text'] as const satisfies FormPartKind[]

type AddProps = { name: string; known: Known; unused: readonly string[]; onAdd: (part: Written) => void }

function AddPart({ name, known, unused, onAdd }: AddProps) {
  const { t } = useTranslation()
  const make = (wanted: string): Written => {
    const scales = unused.filter((id) => known.questions.get(id)?.type === 'scale').slice(0, 2)
    const choice = unused.find((id) => known.questions.get(id)?.type === 'choice') ?? ''
    if (wanted === '~matrix') return { matrix: scales, text: t('formEditor.newMatrix') }
    if (wanted === '~consent') return { consent: choice, text: t('formEditor.newConsent') }
    return wanted === '~text' ? { text: t('formEditor.newText') } : { question: wanted }
  }
  return (
    <Select
      boxed
      label={`${name}: ${t('formEditor.addPart')}`}
      value=""
      choices={[
        { value: '', title: `${t('formEditor.addPart')}…` },
        ...others.map((one) => ({ value: `~${one}`, title: t(`formEditor.kind.${one}`) })),
        ...unused.map((id) => ({ value: id, title: partTitle(known, { question: id }) })),
      ]}
      onChange={(wanted) => wanted !== '' && onAdd(make(wanted))}
    />
  )
}
