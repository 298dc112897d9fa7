import { type Kysely, type Migration, sql } from 'kysely'

export const placement: Migration = {
  async up(db: Kysely<unknown>) {
    // Views whose interviews a published definition moved and that are not placed anew yet.
    await sql.raw(`alter table survey add column unplaced text[] not null default '{}'`).execute(db)
  },
}
