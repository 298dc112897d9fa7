import type { Change } from './figure.ts'
import type { Ranking, RankingCell, RankingColumn, RankingRow } from './ranking.ts'

/** The rows with their cells, which are sent column by column. */
export const rankingRows = ({ rows, columns }: Ranking): readonly RankingRow[] =>
  rows.map((one, at) => ({ ...one, cells: columns.map((column) => cellAt(column, at)) }))

const cellAt = (column: RankingColumn, at: number): RankingCell => ({
  indicator: column.indicator,
  figure: {
    state: column.state[at] ?? 'none',
    n: column.n[at] ?? null,
    value: column.value[at] ?? null,
    low: column.low[at] ?? null,
    high: column.high[at] ?? null,
  },
  change: changeAt(column.change, at),
  rank: column.rank[at] ?? null,
  rankFrom: column.rankFrom[at] ?? null,
  rankTo: column.rankTo[at] ?? null,
  rankChange: column.rankChange[at] ?? null,
  versusRest: column.versusRest[at] ?? 0,
})

function changeAt(changes: RankingColumn['change'], at: number): Change | null {
  const [value, beforeN] = [changes?.value[at], changes?.beforeN[at]]
  if (!changes || value == null || beforeN == null) return null
  return {
    before: changes.before[at] ?? null,
    beforeN,
    value,
    low: changes.low[at] ?? null,
    high: changes.high[at] ?? null,
    significant: changes.significant[at] ?? false,
  }
}
