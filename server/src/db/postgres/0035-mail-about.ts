import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // The alerts that a mail speaks of: its subject says what somebody answered, so it goes with the answers.
  'alter table mailbox add column about uuid[]',
  'create index mailbox_about on mailbox using gin (about) where about is not null',
]

export const mailAbout: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
