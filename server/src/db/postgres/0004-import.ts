import { type Kysely, type Migration, sql } from 'kysely'

// Checking each interview's survey one by one took a quarter of an import's time in the database. A survey's row is
// never removed while it has interviews, and only an import or an answer to a known survey writes them.
const statements = ['alter table interview drop constraint interview_universe_survey_fkey']

export const importing: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
