import type { Component } from '@kaiku/contract/page.ts'
import type { PageFault } from '@kaiku/contract/page-draft.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { spansOf } from '../page-component/page-components.tsx'
import {
  inserted,
  moved,
  narrowest,
  replaced,
  type WrittenComponent,
  widest,
  without,
  withProperty,
} from '../page-form/page-edit.ts'
import { EditorCell } from './editor-cell.tsx'
import css from './editor-grid.module.css'
import { usePreviews } from './use-preview.ts'

type Props = {
  components: readonly WrittenComponent[]
  /** Places relative to the page: `components[2].question`. */
  faults: readonly PageFault[]
  selected: number | null
  /** `follows`: the chosen one moved, and stays what is chosen. */
  onSelect: (at: number | null, follows?: boolean) => void
  onChange: (components: readonly WrittenComponent[], key?: string) => void
}

/** The components of a page as they will stand, each to be moved, resized, chosen and removed by pointer or by keyboard. */
export function EditorGrid({ components, faults, selected, onSelect, onChange }: Props) {
  const { t } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<number | null>(null)
  const focusOn = useRef<number | null>(null)
  const previews = usePreviews(components)
  const spans = spansOf(
    components.map(({ type, width }) => ({
      type: type as Component['type'],
      width: typeof width === 'number' ? width : undefined,
    })),
  )
  useEffect(() => {
    if (focusOn.current === null) return
    grid.current?.querySelector<HTMLElement>(`[data-index="${focusOn.current}"] [data-handle]`)?.focus()
    focusOn.current = null
  })
  const name = (at: number) => t(`component.${String(components[at]?.type)}` as 'component.Text')
  const move = (from: number, to: number) => {
    const next = moved(components, from, to)
    if (next === components) return
    const place = next.indexOf(components[from] ?? {})
    focusOn.current = place
    if (selected !== null) onSelect(next.indexOf(components[selected] ?? {}), true)
    onChange(next)
    setSaid(t('editor.movedTo', { name: name(from), place: place + 1, of: components.length }))
  }
  const resize = (at: number, wanted: number) => {
    const width = Math.max(narrowest, Math.min(widest, Math.round(wanted)))
    const written = components[at]
    if (!written || width === spans[at]) return
    onChange(replaced(components, at, withProperty(written, 'width', width)), `width ${at}`)
    setSaid(t('editor.widthIs', { name: name(at), width }))
  }
  const remove = (at: number) => {
    onChange(without(components, at))
    onSelect(null)
    focusOn.current = Math.min(at, components.length - 2)
    setSaid(t('editor.removed', { name: name(at) }))
  }
  const copy = (at: number) => {
    const written = components[at]
    if (written) onChange(inserted(components, at + 1, { ...written }))
  }
  return (
    <div ref={grid} className={css.grid}>
      {components.map((written, at) => (
        <EditorCell
          // biome-ignore lint/suspicious/noArrayIndexKey: components have a place on their page and no name
          key={at}
          {...{ written, at }}
          name={name(at)}
          span={spans[at] ?? widest}
          isLast={at === components.length - 1}
          isSelected={at === selected}
          isOver={at === over}
          faults={faults.filter(({ place }) => new RegExp(`^components\\[${at}\\](\\.|$)`).test(place)).length}
          preview={previews[at]}
          onSelect={() => onSelect(at)}
          onMove={(to) => move(at, to)}
          onOver={setOver}
          onResize={(width) => resize(at, width)}
          onRemove={() => remove(at)}
          onCopy={() => copy(at)}
        />
      ))}
      <p className="hidden-text" role="status">
        {said}
      </p>
    </div>
  )
}
