import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// Lets another program into the public API of a universe; only the token's hash is kept.
const universeKey = `create table universe_key (
  universe uuid not null references universe,
  id uuid not null default uuidv7(),
  hash bytea not null unique,
  label text not null,
  scopes text[] not null,
  -- The last day on which it opens anything, in the universe's time zone.
  expires_on date,
  created_at timestamptz not null default now(),
  created_by text not null,
  used_at timestamptz,
  primary key (universe, id)
)`

export const universeKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(universeKey).execute(db)
    await secure(db, ['universe_key'], 'universe')
  },
}
