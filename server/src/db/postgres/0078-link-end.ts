import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // From then on it counts no longer; null: it goes on.
  `alter table counted_link add column note text not null default '', add column ends_at timestamptz`,
  'grant maintain on counted_link, analytics_event to service',
]

export const linkEnds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
