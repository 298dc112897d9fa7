import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // When Kaiku asked the customer again, or saw that it may not; null: not yet.
  'alter table alert add column asked_at timestamptz',
  `create index alert_ask on alert (universe, survey, solved_at)
   where state = 'solved' and asked_at is null and interview is not null and withdrawn_at is null`,
  'create index alert_reply_recipient on alert_reply (universe, lower(recipient), at) where person is null',
]

/** Customers whose alert was solved are asked again. */
export const askAgains: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
