import type { Crosstab, CrosstabCell, CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { columnLetter } from '@kaiku/core/crosstab.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { figureColumns, type ShownColumn, stateNote, type Words, written } from './figure-cells.ts'

type Contents = Extract<Component, { type: 'Crosstab' }>['show']
/** A row with its cells and, last, its total. */
type Line = { readonly name: string; readonly few: boolean; readonly cells: readonly CrosstabCell[] }

const shareDecimals = 1

/** A crosstab with what its cells show: for each column the figure, its interval, n, and the columns it lies clearly above. */
export function crossTable(
  { rows, columns, cells, total }: Crosstab,
  contents: Contents,
  indicator: ShownIndicator | undefined,
  words: Words,
): SheetTable {
  const { say } = words
  const lines = rows.groups.map(
    (group, at): Line => ({
      name: nameOf(group, words),
      few: group.few,
      cells: [...(cells[at] ?? []), group.total],
    }),
  )
  const last: Line = {
    name: say('table.all'),
    few: false,
    cells: [...columns.groups.map((group) => group.total), total],
  }
  const titles = [...columns.groups.map((group, at) => `${columnLetter(at)} ${nameOf(group, words)}`), say('table.all')]
  return written(
    [
      { title: rows.title, cell: ({ name }: Line) => name },
      ...titles.flatMap((title, at) =>
        cellColumns({ title, at, isFew: columns.groups[at]?.few ?? false }, contents, indicator, words),
      ),
      {
        title: say('table.note'),
        cell: ({ few, cells: own }: Line) =>
          stateNote(
            own.map(({ hidden, figure }) =>
              hidden ? 'hidden' : contents === 'figure' && figure ? figure.state : 'shown',
            ),
            few,
            words,
          ),
      },
    ],
    [...lines, last],
  )
}

const nameOf = ({ isNone, name }: CrosstabGroup, { say }: Words) => (isNone ? say('noValue') : name)

function cellColumns(
  { title, at, isFew }: { title: string; at: number; isFew: boolean },
  contents: Contents,
  indicator: ShownIndicator | undefined,
  words: Words,
): ShownColumn<Line>[] {
  const cellAt = ({ cells }: Line) => cells[at]
  const count: ShownColumn<Line> = { title: words.say('table.n', title), cell: (line) => cellAt(line)?.n ?? null }
  const above = (of: 'above' | 'figureAbove'): ShownColumn<Line> => ({
    title: words.say('table.above', title),
    cell: (line) => cellAt(line)?.[of].map(columnLetter).join(' ') ?? null,
  })
  if (contents === 'n') return [count]
  if (contents === 'figure') {
    const { unit, decimals } = indicator ?? { unit: '', decimals: 1 }
    const columns = figureColumns({ title, unit, decimals }, words, (line: Line) => cellAt(line)?.figure ?? undefined)
    return [...columns, above('figureAbove')]
  }
  const share = (part: 'value' | 'low' | 'high', named: string): ShownColumn<Line> => ({
    title: named,
    decimals: shareDecimals,
    cell: (line) => {
      const told = cellAt(line)?.[contents]?.[part] ?? null
      return part === 'value' && told !== null && (isFew || line.few) ? { told, look: 'few' } : told
    },
  })
  const percent = `${title} (%)`
  return [
    share('value', percent),
    share('low', words.say('table.low', percent)),
    share('high', words.say('table.high', percent)),
    count,
    ...(contents === 'ofColumn' ? [above('above')] : []),
  ]
}
