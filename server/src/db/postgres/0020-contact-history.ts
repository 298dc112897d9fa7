import { type Kysely, type Migration, sql } from 'kysely'

/** What a contact answered before is looked up for rules on its history. */
export const contactHistory: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw('create index interview_contact on interview (universe, survey, contact) where contact is not null')
      .execute(db)
  },
}
