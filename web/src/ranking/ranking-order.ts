import type { RankingCell, RankingRow } from '@kaiku/contract/ranking.ts'
import { cellOf, type RankingPart, type RankingSort } from '@kaiku/contract/ranking-order.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import type { TFunction } from 'i18next'

export type Row = RankingRow
export type Cell = RankingCell

/** Best first, and the worst where only they are shown. */
export const usualSort = ({ id, better }: ShownIndicator, part: RankingPart): RankingSort => ({
  id,
  desc: (better === 'high') !== part.startsWith('worst'),
})

/** The indicator that rank, change and dots speak of: the one sorted by, else the first. */
export const leadOf = (indicators: readonly ShownIndicator[], sort: RankingSort | null): ShownIndicator | undefined =>
  indicators.find((one) => one.id === sort?.id) ?? indicators[0]

/** Columns that may be left out, besides the indicators; without days nothing changes over time. */
export const extraColumns = (isDated: boolean) =>
  isDated ? (['rank', 'n', 'change', 'spark'] as const) : (['rank', 'n'] as const)

/** What else the address remembers of how a ranking is shown, beside its columns. Off unless it is named. */
const rankingOptions = ['~target', '~ties', '~plain', '~funnel'] as const

/** Ids of every column that may be left out. */
export const columnsOf = (indicators: readonly ShownIndicator[], isDated: boolean): readonly string[] => [
  ...extraColumns(isDated),
  ...indicators.map((one) => one.id),
]

/** Ids of the optional columns that are shown; all of them where the address names none. */
export function shownColumns(text: string | undefined, known: readonly string[]): ReadonlySet<string> {
  if (text === undefined) return new Set(known)
  const wanted = text.split(',')
  return new Set([...known, ...rankingOptions].filter((id) => wanted.includes(id)))
}

/** Null where all are shown: then the address names none. */
export const writeColumns = (shown: ReadonlySet<string>, known: readonly string[]): string | undefined =>
  known.every((id) => shown.has(id)) && !rankingOptions.some((id) => shown.has(id))
    ? undefined
    : [...known, ...rankingOptions].filter((id) => shown.has(id)).join(',')

/** In which band of ties each row stands, best first: the rows whose rank ranges meet that of the band's best. Null: not ranked. */
export function tieBands(rows: readonly Row[], indicator: string): ReadonlyMap<Row, number> {
  const ranked = rows
    .flatMap((row) => {
      const cell = cellOf(row, indicator)
      return cell?.rank == null
        ? []
        : [{ row, rank: cell.rank, from: cell.rankFrom ?? cell.rank, to: cell.rankTo ?? cell.rank }]
    })
    .sort((a, b) => a.rank - b.rank)
  const bands = new Map<Row, number>()
  let [band, reach] = [0, Number.NEGATIVE_INFINITY]
  for (const { row, from, to } of ranked) {
    if (from > reach) {
      band += 1
      reach = to
    }
    bands.set(row, band)
  }
  return bands
}

/** The name of a row; the group without a value says so in words. */
export const nameText = (row: Row, t: TFunction): string => (row.id === noAnswer ? t('filter.noAnswer') : row.name)

/** The names between the place one is at and the row; empty right below it. `hops`: levels below the root one is at. */
export const aboveText = (row: Row, hops: number): string => row.above.slice(hops).join(' › ')

const [letterWidth, leastName, mostName] = [6.8, 120, 250]
/** Room for the longest name, within reason. In CSS pixels. */
export const nameWidth = (rows: readonly Row[], hops: number): number => {
  let longest = 0
  for (const row of rows) longest = Math.max(longest, row.name.length + 0.9 * aboveText(row, hops).length)
  return Math.max(leastName, Math.min(mostName, 28 + longest * letterWidth))
}
