import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Who looks after places of these levels gets it, too; and whoever wants no more of it gets it again from a day on.
  `alter table report_schedule add column owner_levels int[] not null default '{}',
    add column back_on jsonb not null default '{}'`,
]

export const scheduleOwners: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
