import type { DocumentBlock, DocumentCell, DocumentColumn } from '../document/document-content.ts'
import { cut } from './deck-text.ts'

/** A table of one slide: its heads are those of each. `widths` in inches, `size` of its letters in points. */
export type SlideTable = {
  readonly columns: readonly DocumentColumn[]
  readonly rows: readonly (readonly DocumentCell[])[]
  readonly widths: readonly number[]
  readonly size: number
}

/** Inches that a table has on a slide. */
export const tableWidth = 12.13
const tableHeight = 4.7
/** Inches of a row, however small its letters are. */
export const leastHeight = 0.34
const mostRows = 12
const sizes = [14, 12, 11, 10, 9, 8] as const
/** Letters of a cell, and those that a column asks for; more of them stand on several lines. */
const [longestCell, widest] = [420, 36]
/** Inches that a cell leaves free, and how much of its height a letter is wide. */
const [margin, letter] = [0.16, 0.54]

/** As many tables as their rows need slides. `few` stands in place of a figure on few answers. */
export function slideTables(block: Extract<DocumentBlock, { kind: 'table' }>, few: string): SlideTable[] {
  const { columns, rows } = withoutPictures(block, few)
  const lengths = columns.map(({ title }, at) =>
    Math.max(longest(title, 14), ...rows.map((row) => longest(row[at]?.text ?? '', widest))),
  )
  const needed = (size: number) => lengths.map((length) => (length * size * letter) / 72 + margin)
  const size = sizes.find((one) => sum(needed(one)) <= tableWidth) ?? sizes[sizes.length - 1] ?? 8
  const scale = tableWidth / sum(needed(size))
  const widths = needed(size).map((width) => width * scale)
  const heightOf = (texts: readonly string[]) => {
    const lines = texts.map((text, at) => linesOf(text, ((widths[at] ?? 1) - margin) / ((size * letter) / 72)))
    return Math.max(leastHeight, (Math.max(1, ...lines) * size * 1.22) / 72 + 0.1)
  }
  const head = heightOf(columns.map(({ title }) => title))
  const heights = rows.map((row) => heightOf(row.map(({ text }) => text)))
  return shared(rows, heights, tableHeight - head).map((some) => ({ columns, rows: some, widths, size }))
}

const sum = (all: readonly number[]) => all.reduce((whole, one) => whole + one, 0)
const longest = (text: string, most: number) =>
  Math.min(most, Math.max(1, ...text.split('\n').map((line) => Array.from(line).length)))
const linesOf = (text: string, letters: number) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / Math.max(1, letters))), 0)

/** Pictures repeat what the cells beside them say: such a column goes, and its head to the next one where that has none. */
function withoutPictures({ columns, rows }: Extract<DocumentBlock, { kind: 'table' }>, few: string) {
  const isPicture = columns.map((_, at) => rows.some((row) => row[at]?.svg !== undefined || row[at]?.bar !== undefined))
  const kept = columns.flatMap((column, at) => (isPicture[at] ? [] : [{ column, at }]))
  return {
    columns: kept.map(({ column: { title, isNumber }, at }) => ({
      title: title === '' && isPicture[at - 1] ? (columns[at - 1]?.title ?? '') : title,
      isNumber,
    })),
    rows: rows.map((row) =>
      kept.map(({ at }): DocumentCell => {
        const { text = '', look, shade } = row[at] ?? {}
        if (look === 'few') return { text: few, look: 'words' }
        return { text: cut(text, longestCell), look, shade }
      }),
    ),
  }
}

/** Rows slide by slide, as even as their heights allow. */
function shared<T>(rows: readonly T[], heights: readonly number[], room: number): T[][] {
  const slides = Math.max(Math.ceil(rows.length / mostRows), Math.ceil(sum(heights) / room))
  const most = Math.ceil(rows.length / Math.max(1, slides))
  const found: T[][] = []
  let left = 0
  for (const [at, row] of rows.entries()) {
    const height = heights[at] ?? 0
    const last = found.at(-1)
    if (!last || last.length >= most || height > left) {
      found.push([row])
      left = room - height
    } else {
      last.push(row)
      left -= height
    }
  }
  return found
}
