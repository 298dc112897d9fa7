import type { GeographyTiles } from '@kaiku/contract/geography-tiles.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { rankingTable } from '../ranking/table.ts'

type GeographyTilesComponent = Extract<Component, { type: 'GeographyTiles' }>

const mostTiles = 2_000

/** The places of a ranking by one indicator, and where on the grid each stands. */
export async function geographyTiles(
  asked: QueryContext,
  { indicator, of, tiles }: GeographyTilesComponent,
): Promise<GeographyTiles> {
  const measured = mainIndicator(indicatorsOf(asked, indicator === undefined ? undefined : [indicator]))
  if (!measured) throw refuse('invalid', 'figure.noIndicator')
  const ranking = await rankingTable(asked, {
    type: 'RankingTableComponent',
    indicators: [measured.indicator.id],
    of,
    ownRankOnly: false,
    spark: false,
  })
  if (ranking.rows.length > mostTiles)
    throw refuse('invalid', 'figure.tooMany', { n: ranking.rows.length, most: mostTiles })
  const spots = new Map(tiles.map(({ place, column, row }) => [place, { column, row }]))
  return {
    type: 'GeographyTiles',
    ranking,
    spots: ranking.rows.map(({ path }) => (path === null ? null : (spots.get(belowRoot(path)) ?? null))),
  }
}

/** `region,all,fi,uusimaa` is `fi,uusimaa`. */
const belowRoot = (path: string): string => path.split(',').slice(2).join(',')
