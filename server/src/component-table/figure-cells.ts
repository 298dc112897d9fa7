import type { Change, Figure } from '@kaiku/contract/figure.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetCell, SheetColumn } from '../table-file/sheet-cell.ts'
import { type TableKey, tableText } from '../text/table-text.ts'

type Valued = Pick<ShownIndicator, 'title' | 'unit' | 'decimals'> & Partial<Pick<ShownIndicator, 'better'>>

/** A column with what stands in it for each row. */
export type ShownColumn<Row> = SheetColumn & { readonly cell: (row: Row) => SheetCell }

/** How a table is written: its words are those of a locale. */
export type Words = {
  readonly locale: string
  readonly say: (key: TableKey, ...filled: readonly string[]) => string
}
export const wordsOf = (locale: string): Words => ({
  locale,
  say: (key, ...filled) => tableText(key, locale, ...filled),
})

export const titleOf = ({ title, unit }: Pick<Valued, 'title' | 'unit'>): string =>
  unit === '' ? title : `${title} (${unit})`

/** A figure: its value, the 95 % interval and the answers that it stands on. */
export function figureColumns<Row>(
  valued: Valued,
  words: Words,
  figureOf: (row: Row) => Figure | undefined,
  toneOf: (row: Row) => Tone = () => 0,
): ShownColumn<Row>[] {
  const { decimals } = valued
  const { say } = words
  const title = titleOf(valued)
  return [
    { title, decimals, cell: (row) => figureCell(figureOf(row), toneOf(row), valued, words) },
    { title: say('table.low', title), decimals, cell: (row) => figureOf(row)?.low ?? null },
    { title: say('table.high', title), decimals, cell: (row) => figureOf(row)?.high ?? null },
    { title: say('table.n', title), cell: (row) => figureOf(row)?.n ?? null },
  ]
}

/** Clearly above or below what it is compared with, or neither. */
type Tone = -1 | 0 | 1

/** A value as it is to be seen: on few answers, hidden, or clearly better or worse than others. */
export function figureCell(
  figure: Figure | undefined,
  tone: Tone,
  { better }: Pick<Valued, 'better'>,
  { say }: Words,
): SheetCell {
  if (figure?.state === 'hidden') return { told: say('table.hidden'), look: 'few' }
  if (figure?.value == null) return null
  if (figure.state === 'few') return { told: figure.value, look: 'few' }
  if (tone === 0) return figure.value
  const isGood = tone > 0 === (better !== 'low')
  return { told: figure.value, look: isGood ? 'good' : 'bad', mark: tone > 0 ? '▴' : '▾' }
}

/** What a figure was before and what it changed by. */
export function changeColumns<Row>(
  valued: Valued,
  words: Words,
  changeOf: (row: Row) => Change | null | undefined,
): ShownColumn<Row>[] {
  const { decimals } = valued
  const title = titleOf(valued)
  const { say } = words
  return [
    { title: say('table.before', title), decimals, cell: (row) => changeOf(row)?.before ?? null },
    { title: say('table.change', title), decimals, cell: (row) => changeOf(row)?.value ?? null },
    { title: say('table.significant', title), cell: (row) => answered(changeOf(row)?.significant, words) },
  ]
}

/** Why there is no figure, or one that is not to be relied on. */
export function stateNote(states: readonly Figure['state'][], isFew: boolean, { say }: Words): string {
  if (states.includes('hidden')) return say('table.hidden')
  return isFew || states.includes('few') ? say('table.few') : ''
}

/** A clear difference or none; empty where nothing was compared. */
export const answered = (isTrue: boolean | undefined, { say }: Words): SheetCell =>
  isTrue === undefined ? null : say(isTrue ? 'table.yes' : 'table.no')

/** The name of a group; the one without a value says so. */
export const groupName = ({ id, name, path }: { id: string; name: string; path: string | null }, words: Words) =>
  id === noAnswer && path === null ? words.say('noValue') : name

/** Names down to a place; those that are kept from the viewer are left out. */
export const pathText = (above: readonly string[], name: string) =>
  [...above, name].filter((one) => one !== '').join(' › ')

export const written = <Row>(columns: readonly ShownColumn<Row>[], rows: readonly Row[]) => ({
  columns: columns.map(({ title, decimals }) => ({ title, ...(decimals !== undefined && { decimals }) })),
  rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
})
