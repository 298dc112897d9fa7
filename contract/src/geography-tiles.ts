import { z } from 'zod'
import { ranking } from './ranking.ts'

export const geographyTiles = z.object({
  type: z.literal('GeographyTiles'),
  /** The places by one indicator. */
  ranking,
  /** Where the tile of each of the ranking's rows stands, counted from 1; null where the page does not say. */
  spots: z.array(z.object({ column: z.int(), row: z.int() }).nullable()),
})
export type GeographyTiles = z.output<typeof geographyTiles>
