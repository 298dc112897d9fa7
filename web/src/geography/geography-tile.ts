import type { GeographyTiles } from '@kaiku/contract/geography-tiles.ts'
import type { RankingRow } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { type Heat, heatOf } from '../indicator/heat.ts'
import type { Indicator } from '../indicator/indicator.ts'

export const orders = ['value', 'name', 'change'] as const
export type Order = (typeof orders)[number]

/** A place with what its tile shows. */
export type Tile = {
  readonly row: RankingRow
  readonly spot: GeographyTiles['spots'][number]
  readonly heat: Heat | undefined
  readonly isFew: boolean
}

export function tilesOf({ ranking, spots }: GeographyTiles, indicator: Indicator): Tile[] {
  const rows = rankingRows(ranking)
  const cells = rows.map(({ cells: [cell], few }) => {
    const isShown = cell?.figure.state === 'shown' && !few
    return { value: isShown ? cell.figure.value : null, side: isShown ? cell.versusRest : 0 }
  })
  const heat = heatOf(indicator, cells, ranking.parent[0]?.figure.value ?? null)
  return rows.map((row, at) => ({
    ...{ row, spot: spots[at] ?? null, heat: heat[at] },
    isFew: row.few || row.cells[0]?.figure.state === 'few',
  }))
}

/** The best first, the greatest gain first, or by name; what has no such number stands last. */
export function inOrder(tiles: readonly Tile[], order: Order, indicator: Indicator, locale: string): Tile[] {
  const compareNames = new Intl.Collator(locale, { numeric: true }).compare
  const number = ({ row, isFew }: Tile) => {
    const [cell] = row.cells
    if (isFew) return null
    return order === 'value' ? (cell?.figure.value ?? null) : (cell?.change?.value ?? null)
  }
  return [...tiles].sort((a, b) => {
    const byName = compareNames(a.row.name, b.row.name)
    if (order === 'name') return byName
    const [first, second] = [number(a), number(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byName
    return (indicator.better === 'high' ? second - first : first - second) || byName
  })
}

/** As they lie on the grid, row by row: the way in which they are read. */
export const bySpot = (tiles: readonly Tile[]): Tile[] =>
  tiles
    .filter(({ spot }) => spot !== null)
    .sort((a, b) => (a.spot?.row ?? 0) - (b.spot?.row ?? 0) || (a.spot?.column ?? 0) - (b.spot?.column ?? 0))
