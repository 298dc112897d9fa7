import { type Kysely, type Migration, sql } from 'kysely'

// The draft of a file as its text; null: its parts stand for it. Empty: the file is taken away.
const statement = 'alter table page_draft add text text'

export const blockDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(statement).execute(db)
  },
}
