import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Of thousands of rows a few are due: they are found without reading the others.
  'create index recurring_work_due on recurring_work (work, next_at)',
  // For which state of a survey, by which program, its table and roll-up were found to hold all that is wanted.
  `alter table projection_survey add column ready_for text`,
]

export const manyUniverses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
