import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // What somebody did of late that may be done so often in a while, counted for all web processes together.
  `create table recent_try (
    -- A hash: of what it is and whose.
    key bytea primary key,
    tries int not null,
    until timestamptz not null
  )`,
  'create index recent_try_until on recent_try (until)',
  'alter table recent_try enable row level security',
  'alter table recent_try force row level security',
  'create policy recent_try_service on recent_try to service using (true) with check (true)',
  'create policy recent_try_owner on recent_try to owner using (true) with check (true)',
  'grant select, insert, update, delete on recent_try to service',
]

export const recentTries: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
