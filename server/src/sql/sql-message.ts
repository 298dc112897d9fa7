import { sqlResult } from '@kaiku/contract/sql.ts'
import { z } from 'zod'

/** What the process is told: which interviews it holds, then one statement after the other. */
export const sqlOrder = z.union([
  z.object({
    load: z.object({
      /** A file of Parquet; `names`: what its columns are called. */
      file: z.string(),
      names: z.array(z.string()),
      /** Question, code, label and whether it counts as no answer. */
      codes: z.array(z.unknown()),
    }),
  }),
  z.object({
    ask: z.object({ statement: z.string(), rows: z.int(), columns: z.int(), milliseconds: z.int() }),
  }),
])
export type SqlOrder = z.output<typeof sqlOrder>

export const sqlLoaded = z.object({ loaded: z.boolean(), said: z.string().default('') })

/** `said`: what DuckDB says of the statement. */
const sqlFault = z.object({ kind: z.enum(['one', 'select', 'wide', 'long', 'late', 'said']), said: z.string() })
export type SqlFault = z.output<typeof sqlFault>

export const sqlAnswer = z.union([
  z.object({ result: sqlResult.omit({ interviews: true }) }),
  z.object({ fault: sqlFault }),
])
export type SqlAnswer = z.output<typeof sqlAnswer>
