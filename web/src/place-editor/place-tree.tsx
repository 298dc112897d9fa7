import { formatCount } from '@kaiku/core/format.ts'
import { moved, reordered } from '@kaiku/core/place-edit.ts'
import { parentOf, within } from '@kaiku/core/place-tree.ts'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowsInSight } from '../control/rows-in-sight.ts'
import { say } from '../overlay/snackbar.tsx'
import css from './place-editor.module.css'
import type { PlaceRow } from './place-rows.ts'
import type { TreeState } from './use-tree.ts'

/** Pixels: every row is as tall. */
const rowHeight = 40
const indent = 18
/** Milliseconds over a closed place until it opens for what is dragged. */
const opensAfter = 700

type Props = {
  tree: TreeState
  rows: readonly PlaceRow[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (id: string, isOpen: boolean) => void
  onMove: () => void
  onEdit: () => void
}

/** The places below each other: walked, chosen, moved and put in order by pointer or keys. */
export function PlaceTree({ tree, rows, selected, onSelect, onOpen, onMove, onEdit }: Props) {
  const { t, i18n } = useTranslation()
  const treeId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState('')
  const [over, setOver] = useState<string | null>(null)
  const waiting = useRef<{ id: string; timer: number } | null>(null)
  const dragged = useRef<readonly string[]>([])
  const { first, last, above, below } = useRowsInSight(box, rows.length, rowHeight)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  )
  const go = (to: number, extends_ = false) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row || !box.current) return
    setActive(row.id)
    if (row.node) onSelect(extends_ ? new Set([...selected, row.id]) : new Set([row.id]))
    const top = rows.indexOf(row) * rowHeight
    const { scrollTop, clientHeight } = box.current
    if (top < scrollTop) box.current.scrollTop = top
    else if (top + rowHeight > scrollTop + clientHeight) box.current.scrollTop = top + rowHeight - clientHeight
  }
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const actOf = ({ key, shiftKey, altKey }: KeyboardEvent, row: PlaceRow): (() => unknown) | null => {
    const order = (steps: number) => () => tree.edit(reordered(tree.nodes, row.id, steps, i18n.language))
    const walk = (steps: number) => () => go(at + steps, shiftKey)
    switch (key) {
      case 'ArrowDown':
        return altKey ? order(1) : walk(1)
      case 'ArrowUp':
        return altKey ? order(-1) : walk(-1)
      case 'ArrowRight':
        return row.opens && !row.isOpen ? () => onOpen(row.id, true) : walk(1)
      case 'ArrowLeft': {
        if (!row.node) return null
        const { node } = row
        return row.isOpen ? () => onOpen(row.id, false) : () => go(rows.findIndex(({ id }) => id === parentOf(node)))
      }
      case 'Home':
        return () => go(0)
      case 'End':
        return () => go(rows.length - 1)
      case 'PageDown':
        return walk(10)
      case 'PageUp':
        return walk(-10)
      case ' ':
        return row.node && (() => toggle(row.id))
      case 'Enter':
      case 'F2':
        return onEdit
      case 'm':
        return selected.size > 0 ? onMove : null
      default:
        return null
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey) return
    const act = actOf(event, row)
    if (!act) return
    event.preventDefault()
    act()
  }
  const onClick = (event: MouseEvent, row: PlaceRow) => {
    setActive(row.id)
    if (!row.node) return onSelect(new Set())
    if (event.ctrlKey || event.metaKey) return toggle(row.id)
    if (event.shiftKey) {
      const [from, to] = [at, rows.indexOf(row)].sort((a, b) => a - b)
      return onSelect(new Set(rows.slice(from, (to ?? 0) + 1).flatMap(({ id, node }) => (node ? [id] : []))))
    }
    onSelect(new Set([row.id]))
  }
  const stopWaiting = () => {
    if (waiting.current) window.clearTimeout(waiting.current.timer)
    waiting.current = null
  }
  const onDragStart = (event: DragEvent, { id }: PlaceRow) => {
    dragged.current = selected.has(id) ? [...selected] : [id]
    if (!selected.has(id)) onSelect(new Set([id]))
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', dragged.current.map(tree.nameOf).join(', '))
  }
  const takes = (id: string) =>
    dragged.current.length > 0 && !dragged.current.some((one) => within(tree.index, one).has(id))
  const onDragOver = (event: DragEvent, row: PlaceRow) => {
    if (!takes(row.id)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(row.id)
    if (waiting.current?.id === row.id || !row.opens || row.isOpen) return
    stopWaiting()
    waiting.current = { id: row.id, timer: window.setTimeout(() => onOpen(row.id, true), opensAfter) }
  }
  const onDrop = (event: DragEvent, row: PlaceRow) => {
    event.preventDefault()
    stopWaiting()
    setOver(null)
    const ids = dragged.current
    dragged.current = []
    if (!tree.edit(moved(tree.nodes, ids, row.node?.id, tree.from))) return
    onOpen(row.id, true)
    say(t('placeEditor.movedTo', { what: ids.map(tree.nameOf).join(', '), where: tree.nameOf(row.id) }))
  }
  return (
    <div
      ref={box}
      className={css.tree}
      role="tree"
      tabIndex={0}
      aria-label={t('placeEditor.tree')}
      aria-multiselectable
      aria-activedescendant={`${treeId}-${rows[at]?.id}`}
      onKeyDown={onKeyDown}
      onDragEnd={() => {
        stopWaiting()
        setOver(null)
        dragged.current = []
      }}
    >
      <div style={{ height: above }} />
      {rows.slice(first, last).map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
        <div
          key={row.id}
          id={`${treeId}-${row.id}`}
          role="treeitem"
          className={css.row}
          style={{ height: rowHeight, paddingInlineStart: 6 + (row.level - 1) * indent }}
          aria-level={row.level}
          aria-posinset={row.at}
          aria-setsize={row.of}
          aria-selected={selected.has(row.id)}
          aria-expanded={row.opens ? row.isOpen : undefined}
          data-active={rows[at] === row || undefined}
          data-over={over === row.id || undefined}
          draggable={row.node !== null}
          onClick={(event) => onClick(event, row)}
          onDragStart={(event) => onDragStart(event, row)}
          onDragOver={(event) => onDragOver(event, row)}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => onDrop(event, row)}
        >
          <button
            type="button"
            className={css.opener}
            tabIndex={-1}
            aria-hidden
            data-open={row.isOpen || undefined}
            data-none={!row.opens || !row.node || undefined}
            onClick={(event) => {
              event.stopPropagation()
              onOpen(row.id, !row.isOpen)
            }}
          >
            <IconChevronRight size={16} />
          </button>
          <RowWords row={row} tree={tree} />
          {tree.totals && (
            <span className={css.count} title={t('placeEditor.interviews')}>
              {formatCount(tree.totals.get(row.id) ?? 0, i18n.language)}
            </span>
          )}
          {row.node && <IconGripVertical className={css.grip} size={16} aria-hidden />}
        </div>
      ))}
      <div style={{ height: below }} />
    </div>
  )
}

function RowWords({ row: { id, node }, tree }: { row: PlaceRow; tree: TreeState }) {
  const { t } = useTranslation()
  const { today } = tree.opened
  return (
    <span className={css.words}>
      <span className={css.name} dir="auto">
        {tree.nameOf(id)}
      </span>
      {node && tree.nameOf(id) !== id && <small dir="auto">{id}</small>}
      {node?.mergedInto !== undefined && (
        <small className={css.mark}>{t('placeEditor.partOf', { name: tree.nameOf(node.mergedInto) })}</small>
      )}
      {node?.mergedInto === undefined && node?.validTo !== undefined && node.validTo < today && (
        <small className={css.mark}>{t('placeEditor.closed')}</small>
      )}
      {node?.validFrom !== undefined && node.validFrom > today && (
        <small className={css.mark}>{t('placeEditor.notYet')}</small>
      )}
    </span>
  )
}
