import { type Kysely, type Migration, sql } from 'kysely'

export const noteTrace: Migration = {
  async up(db: Kysely<unknown>) {
    // That a note was changed or taken back stays to be seen; what it said before does not.
    await sql.raw('alter table interview_note add edited_at timestamptz, add removed_at timestamptz').execute(db)
  },
}
