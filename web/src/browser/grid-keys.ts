import { type FocusEvent, type KeyboardEvent, useState } from 'react'

type Spot = { readonly row: number; readonly column: number }

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const pressable = (cell: Element | undefined) => cell?.querySelector<HTMLElement>('a[href], button:not(:disabled)')
const cellOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null
const rowOf = (cell: HTMLTableCellElement) => cell.closest('tr')

/** What a key leads to: the next cell in its direction that can be pressed; Home and End the ends of the row. */
function target(cell: HTMLTableCellElement, key: string): HTMLElement | null {
  const row = rowOf(cell)
  const table = cell.closest('table')
  if (!row || !table) return null
  if (key === 'Home' || key === 'End') {
    const ends = [...row.cells].map(pressable).filter((one) => one !== null && one !== undefined)
    return (key === 'Home' ? ends[0] : ends.at(-1)) ?? null
  }
  const [down, right] = moves[key] ?? [0, 0]
  if (down === 0 && right === 0) return null
  let [at, column] = [row.rowIndex + down, cell.cellIndex + right]
  for (;;) {
    const next = table.rows[at]?.cells[column]
    if (!next) return null
    const found = pressable(next)
    if (found) return found
    at += down
    column += right
  }
}

/**
 * Makes a table a grid of one tab stop: arrow keys walk its cells, each with at most one thing to press. `tabIndex`
 * of what stands in a cell; rows and columns are counted from 0, headings too.
 */
export function useGridKeys(first: Spot) {
  const [stop, setStop] = useState(first)
  return {
    stop,
    onFocus: (event: FocusEvent) => {
      const cell = cellOf(event.target)
      const row = cell && rowOf(cell)
      if (cell && row) setStop({ row: row.rowIndex, column: cell.cellIndex })
    },
    onKeyDown: (event: KeyboardEvent) => {
      const cell = cellOf(event.target)
      const found = cell && target(cell, event.key)
      if (!found) return
      event.preventDefault()
      found.focus()
    },
  }
}
