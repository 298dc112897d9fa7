import { domainOf } from '@kaiku/core/scale.ts'
import { fold } from '@kaiku/core/text.ts'
import type { RankingCell, RankingRow } from './ranking.ts'
import type { ShownIndicator } from './value-text.ts'

/** How rows are ordered: by a column's id, or by `name`, `rank`, `n` or `change`. */
export type RankingSort = { readonly id: string; readonly desc: boolean }

/** `-nps`: the largest first. Null where nothing is named. */
export const readSort = (text: string | undefined): RankingSort | null =>
  text === undefined || text === '' || text === '-' ? null : { id: text.replace(/^-/, ''), desc: text.startsWith('-') }
export const writeSort = ({ id, desc }: RankingSort): string => `${desc ? '-' : ''}${id}`

/** Which of the ranked rows are shown: all of them, or so many from either end of the order. */
export const rankingParts = ['all', 'best10', 'best25', 'worst10', 'worst25'] as const
export type RankingPart = (typeof rankingParts)[number]

export const cellOf = (row: RankingRow, indicator: string): RankingCell | undefined =>
  row.cells.find((one) => one.indicator === indicator)

/** A value that takes part in the order; few, hidden and missing ones do not. */
export const orderValue = (row: RankingRow, indicator: string): number | undefined => {
  const figure = cellOf(row, indicator)?.figure
  return figure?.state === 'shown' && !row.few ? (figure.value ?? undefined) : undefined
}

type Shown = {
  /** The indicator that ranks and changes are told of. */
  readonly lead: string
  readonly sort: RankingSort
  /** Only rows with this in their own or an upper name. */
  readonly search: string
  readonly part: RankingPart
  /** Only rows on so many answers to the lead indicator. */
  readonly leastN: number
  readonly locale: string
}

/** The rows of a ranking as they are shown, in their order. What has no rank stands behind what has one, whichever way it is sorted. */
export function shownRows(rows: readonly RankingRow[], shown: Shown): RankingRow[] {
  const { lead, leastN, part, sort } = shown
  const found = searchRows(rows, shown.search).filter(
    (row) => leastN <= 1 || (cellOf(row, lead)?.figure.n ?? 0) >= leastN,
  )
  return inOrder(part === 'all' ? found : partOf(found, lead, part), sort, lead, shown.locale)
}

/** Rows whose own or upper names contain the text, whatever its case and accents. */
export function searchRows(rows: readonly RankingRow[], text: string): RankingRow[] {
  const wanted = fold(text.trim())
  return wanted === ''
    ? [...rows]
    : rows.filter((row) => [row.name, ...row.above].some((name) => fold(name).includes(wanted)))
}

function partOf(rows: readonly RankingRow[], lead: string, part: Exclude<RankingPart, 'all'>): RankingRow[] {
  const rankOf = (row: RankingRow) => cellOf(row, lead)?.rank ?? null
  const ranked = rows.filter((row) => rankOf(row) !== null).sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
  const count = Number(part.replace(/\D/g, ''))
  return part.startsWith('worst') ? ranked.slice(-count) : ranked.slice(0, count)
}

function inOrder(rows: readonly RankingRow[], { id, desc }: RankingSort, lead: string, locale: string): RankingRow[] {
  const sign = desc ? -1 : 1
  if (id === 'name') {
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    return [...rows].sort((a, b) => sign * collator.compare(a.name, b.name))
  }
  const keys = new Map(rows.map((row) => [row, keyOf(row, id, lead)]))
  return [...rows].sort((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)]
    if (!one || !other) return 0
    return one.tier - other.tier || sign * (one.value - other.value)
  })
}

/** `tier`: 0 in the order, 1 behind it, 2 without any value. */
function keyOf(row: RankingRow, id: string, lead: string): { readonly tier: number; readonly value: number } {
  if (id === 'rank') return keyed(cellOf(row, lead)?.rank)
  if (id === 'n') return keyed(row.n)
  if (id === 'change') return keyed(row.few ? null : cellOf(row, lead)?.change?.value)
  const key = keyed(orderValue(row, id))
  return key.tier === 0 && cellOf(row, id)?.rank === null ? { ...key, tier: 1 } : key
}

const keyed = (value: number | null | undefined) =>
  value === null || value === undefined ? { tier: 2, value: 0 } : { tier: 0, value }

/** One scale for all rows' dots and whiskers, wide enough for the parent's value too. */
export function plotDomain(
  rows: readonly RankingRow[],
  parent: number | null,
  indicator: ShownIndicator,
): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const row of rows) {
    if (orderValue(row, indicator.id) === undefined) continue
    const figure = cellOf(row, indicator.id)?.figure
    low = Math.min(low, figure?.low ?? figure?.value ?? low)
    high = Math.max(high, figure?.high ?? figure?.value ?? high)
  }
  const ends = [low, high, parent ?? Number.NaN, indicator.target ?? Number.NaN].filter(Number.isFinite)
  return domainOf(ends, indicator.bounds, 0.03)
}

/** `2–4`, or one number where chance leaves no other place. */
export const rankText = (cell: RankingCell | undefined): string => {
  if (!cell || cell.rank === null) return '–'
  const { rank, rankFrom, rankTo } = cell
  return rankFrom === null || rankTo === null || rankFrom === rankTo ? String(rank) : `${rankFrom}–${rankTo}`
}
