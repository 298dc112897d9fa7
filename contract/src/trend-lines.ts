import { z } from 'zod'
import { figure } from './figure.ts'

/** The places right below, each over the periods of a trend. */
export const trendLines = z.object({
  /** What the places are called. */
  title: z.string(),
  /** How many there are; the eight with the most interviews have lines. */
  places: z.int(),
  /** Protected, and some lines have too few answers: the others and the whole would reveal them. */
  hidden: z.boolean(),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      path: z.string().nullable(),
      /** Period by period, one figure per indicator of the trend. */
      figures: z.array(z.array(figure)),
    }),
  ),
})
export type TrendLines = z.output<typeof trendLines>
