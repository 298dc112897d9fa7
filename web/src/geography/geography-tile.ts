import type { GeographyTiles } from '@kaiku/contract/geography-tiles.ts'
import { type Heat, heatOf } from '@kaiku/contract/heat.ts'
import { type PlaceTile, placeTiles } from '@kaiku/contract/place-tile-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ShownIndicator } from '@kaiku/contract/value-text.ts'

/** A place with what its tile shows. */
export type Tile = PlaceTile & { readonly heat: Heat | undefined }

export function tilesOf(answer: GeographyTiles, indicator: ShownIndicator): Tile[] {
  const { ranking } = answer
  const rows = rankingRows(ranking)
  const cells = rows.map(({ cells: [cell], few }) => {
    const isShown = cell?.figure.state === 'shown' && !few
    return { value: isShown ? cell.figure.value : null, side: isShown ? cell.versusRest : 0 }
  })
  const heat = heatOf(indicator, cells, ranking.parent[0]?.figure.value ?? null)
  return placeTiles(answer).map((tile, at) => ({ ...tile, heat: heat[at] }))
}
