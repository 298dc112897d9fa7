/** Characters of a statement; rows and columns that are shown; interviews that a statement may go through; kept questions. */
export const sqlLimits = { statement: 20_000, rows: 1_000, columns: 100, interviews: 200_000, questions: 100 } as const

/** How a result is shown; as a number: its first value. */
export const sqlLooks = ['table', 'bars', 'number'] as const
export type SqlLook = (typeof sqlLooks)[number]
