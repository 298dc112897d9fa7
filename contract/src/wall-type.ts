import type { componentTypes } from './page.ts'

/** What can be read from five metres away. The rest of a page is left out, comments for what they may tell of persons. */
export const wallTypes = [
  'IndicatorTiles',
  'Trend',
  'Distribution',
  'RankingTableComponent',
  'KeyDrivers',
  'HeatMap',
  'Crosstab',
  'ChangeDecomposition',
  'Text',
] as const satisfies readonly (typeof componentTypes)[number][]
export type WallType = (typeof wallTypes)[number]

export const isOnWall = ({ type }: { readonly type: (typeof componentTypes)[number] }): boolean =>
  wallTypes.some((one) => one === type)
