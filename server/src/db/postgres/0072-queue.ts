import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // As in all tables in which something waits.
  `alter table push_delivery add column state text not null default 'waiting' check (state = 'waiting')`,
  // What the push service said last.
  'alter table push_delivery add column fault text',
  `create index mailbox_open on mailbox (coalesce(universe::text, ''), next_at) where state = 'waiting'`,
]

export const queues: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
