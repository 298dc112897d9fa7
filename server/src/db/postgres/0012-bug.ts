import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// Equal errors are one row that counts; no answers and no contact data stand in it.
const bug = `create table bug (
  universe uuid not null references universe,
  -- Name of the survey; empty: it belongs to none.
  survey citext not null,
  fingerprint text not null,
  message text not null,
  source text not null check (source in ('browser', 'server')),
  place text not null,
  route text not null,
  release text not null,
  count int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  username text not null default '',
  request_id text not null default '',
  primary key (universe, survey, fingerprint)
)`

export const bugs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(bug).execute(db)
    await secure(db, ['bug'], 'universe')
  },
}
