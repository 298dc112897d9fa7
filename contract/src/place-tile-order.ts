import type { GeographyTiles } from './geography-tiles.ts'
import type { RankingRow } from './ranking.ts'
import { rankingRows } from './ranking-rows.ts'

export const tileOrders = ['value', 'name', 'change'] as const
export type TileOrder = (typeof tileOrders)[number]

/** A place with where its tile stands. */
export type PlaceTile = {
  readonly row: RankingRow
  readonly spot: GeographyTiles['spots'][number]
  readonly isFew: boolean
}

export const placeTiles = ({ ranking, spots }: GeographyTiles): PlaceTile[] =>
  rankingRows(ranking).map((row, at) => ({
    row,
    spot: spots[at] ?? null,
    isFew: row.few || row.cells[0]?.figure.state === 'few',
  }))

/** The best first, the greatest gain first, or by name; what has no such number stands last. */
export function tilesInOrder<T extends PlaceTile>(
  tiles: readonly T[],
  order: TileOrder,
  { better }: { readonly better: 'high' | 'low' },
  locale: string,
): T[] {
  const compareNames = new Intl.Collator(locale, { numeric: true }).compare
  const number = ({ row, isFew }: PlaceTile) => {
    const [cell] = row.cells
    if (isFew) return null
    return order === 'value' ? (cell?.figure.value ?? null) : (cell?.change?.value ?? null)
  }
  return [...tiles].sort((a, b) => {
    const byName = compareNames(a.row.name, b.row.name)
    if (order === 'name') return byName
    const [first, second] = [number(a), number(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null) || byName
    return (better === 'high' ? second - first : first - second) || byName
  })
}

/** As they lie on the grid, row by row: the way in which they are read. */
export const tilesBySpot = <T extends PlaceTile>(tiles: readonly T[]): T[] =>
  tiles
    .filter(({ spot }) => spot !== null)
    .sort((a, b) => (a.spot?.row ?? 0) - (b.spot?.row ?? 0) || (a.spot?.column ?? 0) - (b.spot?.column ?? 0))
