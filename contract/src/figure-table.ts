import { z } from 'zod'
import { call } from './call.ts'
import { hasTable } from './component-type.ts'
import { comparison, component } from './page.ts'
import { rankingParts } from './ranking-order.ts'

/** How the reader has it on the screen; what is absent is as it stands without anything chosen. */
const shown = z.strictObject({
  /** A column's id, with a dash before it where the largest comes first; of a heat map a measure's, of topics and tiles their order. */
  sort: z.string().max(200).optional(),
  /** Ids of the columns that are shown: of a ranking indicators, `rank`, `n` and `change`, of a trend indicators. */
  columns: z.array(z.string().max(200)).max(100).optional(),
  /** Only rows with this in their names. */
  search: z.string().max(200).default(''),
  part: z.enum(rankingParts).default('all'),
  leastN: z.int().min(1).max(1_000_000).default(1),
  /** Of a trend: a line for each indicator, or for each place right below. */
  lines: z.enum(['indicators', 'places']).default('indicators'),
  /** Of a trend: with its moving average. */
  average: z.boolean().default(false),
})
export type ShownTable = z.output<typeof shown>

export const figureTableCalls = {
  figureTable: call({
    method: 'POST',
    path: 'vuejs/reports/figuretable/:survey/:path',
    summary: 'What a component shows as a file: its rows as on the screen, and what they are of',
    params: z.strictObject({ survey: z.string().min(1).max(200), path: z.string().min(1).max(8000) }),
    query: z.strictObject({ compare: comparison.default('yearBefore'), locale: z.string().max(20).optional() }),
    body: z.strictObject({
      format: z.enum(['csv', 'xlsx']),
      /** As it stands above the table. */
      title: z.string().max(500).default(''),
      component: component.refine(hasTable, { error: 'a component with a table of its own' }),
      shown: shown.prefault({}),
    }),
    reply: z.string(),
    needs: 'export',
    changesNothing: true,
  }),
}
