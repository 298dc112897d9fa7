import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table system_message (
    -- Null: to the people of all universes.
    universe uuid references universe,
    id uuid primary key default uuidv7(),
    -- Text by locale, colours, link, icon, how much it matters.
    said jsonb not null,
    audience jsonb not null,
    -- Whether it is read by who has yet to sign in.
    before_sign_in boolean not null default false,
    starts_at timestamptz not null,
    -- Null: until somebody ends it.
    ends_at timestamptz check (ends_at >= starts_at),
    version int not null default 1
  )`,
  'create index system_message_standing on system_message (universe, ends_at)',
]

/** Messages to people who use Kaiku, each for its time. */
export const systemMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['system_message'], 'universe')
  },
}
