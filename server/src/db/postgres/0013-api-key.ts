import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// Opens pages of a survey to a screen that nobody signs in at; only the token's hash is kept.
const apiKey = `create table api_key (
  universe uuid not null references universe,
  id uuid not null default uuidv7(),
  survey int not null,
  hash bytea not null unique,
  label text not null,
  pages text[] not null,
  -- Drill path without filters; null: everything.
  path text,
  -- Seconds.
  shown_for int not null,
  compare text not null,
  locale text not null,
  theme text not null,
  -- The last day on which it opens anything, in the survey's time zone.
  expires_on date,
  created_at timestamptz not null default now(),
  created_by text not null,
  used_at timestamptz,
  primary key (universe, id),
  foreign key (universe, survey) references survey
)`

export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(apiKey).execute(db)
    await secure(db, ['api_key'], 'universe')
  },
}
