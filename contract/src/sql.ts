import { z } from 'zod'
import { call } from './call.ts'
import { sqlLimits, sqlLooks } from './sql-limit.ts'

const survey = z.string().min(1).max(200)
const path = z.string().min(1).max(8000)
const locale = z.string().max(20)

const statement = z.string().trim().min(1).max(sqlLimits.statement)

export const sqlColumnTypes = ['number', 'text', 'day', 'boolean'] as const
const columnType = z.enum(sqlColumnTypes)

/** A column of the table `interviews`. */
const sqlColumn = z.object({
  name: z.string(),
  title: z.string(),
  type: columnType,
  /** Whether it holds several texts, as a multiple choice does. */
  isList: z.boolean(),
})
export type SqlColumn = z.output<typeof sqlColumn>

export const sqlResult = z
  .object({
    columns: z.array(z.object({ name: z.string(), type: columnType })),
    rows: z.array(z.array(z.union([z.number(), z.string(), z.boolean(), z.null()]))),
    /** Whether there are more rows than are shown. */
    isCut: z.boolean(),
    /** That the statement could see. */
    interviews: z.int().min(0),
  })
  .meta({ id: 'SqlResult' })
export type SqlResult = z.output<typeof sqlResult>

const looks = z.enum(sqlLooks)
/** A statement on a page. `found`: null where it is yet to be asked for alone, for what it may take. */
export const sqlAnswer = z.object({ type: z.literal('Sql'), found: sqlResult.nullable() })

/** A statement that its writer kept, with how its result is shown. */
export const sqlQuestion = z.object({ questionId: z.uuid(), title: z.string(), statement: z.string(), look: looks })
export type SqlQuestion = z.output<typeof sqlQuestion>

export const sqlCalls = {
  columns: call({
    method: 'GET',
    path: 'vuejs/sql/columns/:survey',
    summary: 'What a statement of SQL can ask of the interviews that the viewer may open and take along',
    params: z.strictObject({ survey }),
    query: z.strictObject({ locale: locale.optional() }),
    reply: z.array(sqlColumn),
    needs: 'export',
  }),
  run: call({
    method: 'POST',
    path: 'vuejs/sql/run/:survey',
    summary:
      'What a statement of SQL finds among the interviews of the selection that the viewer may open and take along',
    params: z.strictObject({ survey }),
    body: z.strictObject({ path, statement, locale: locale.optional() }),
    reply: sqlResult,
    needs: 'export',
    changesNothing: true,
  }),
  questions: call({
    method: 'GET',
    path: 'vuejs/sql/questions/:survey',
    summary: 'The statements that the viewer kept',
    params: z.strictObject({ survey }),
    reply: z.array(sqlQuestion),
    needs: 'export',
  }),
  save: call({
    method: 'PUT',
    path: 'vuejs/sql/questions/:survey',
    summary: 'Keep a statement under a name, in place of the one that had it',
    params: z.strictObject({ survey }),
    body: z.strictObject({ title: z.string().trim().min(1).max(80), statement, look: looks.default('table') }),
    reply: sqlQuestion,
    needs: 'export',
  }),
  remove: call({
    method: 'DELETE',
    path: 'vuejs/sql/questions/:survey/:questionId',
    summary: 'Keep this statement no longer',
    params: z.strictObject({ survey, questionId: z.uuid() }),
    reply: z.object({ removed: z.literal(true) }),
    needs: 'export',
  }),
}
