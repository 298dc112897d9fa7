import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // From where files of answers are fetched. Each is a row that is due at its next time.
  `create table fetch_address (
    universe uuid not null,
    survey int not null,
    id uuid not null default uuidv7() unique,
    -- In whose name; null: their account is gone.
    person uuid references person on delete set null,
    title text not null,
    address text not null,
    rule jsonb not null,
    zone text not null,
    afterwards text not null check (afterwards in ('leave', 'move', 'delete')),
    folder text not null,
    -- Percent of the rows of a file.
    most_rejected float8 not null,
    secret_kind text not null check (secret_kind in ('none', 'header', 'basic', 'password', 'key')),
    -- Sealed; null: there is none.
    secret text,
    -- Fingerprint of an SFTP host that somebody accepted.
    host_key text,
    state text not null check (state in ('unproven', 'waiting', 'paused')),
    due_at timestamptz not null,
    next_at timestamptz not null,
    attempts int not null default 0,
    fault text,
    version int not null default 1,
    primary key (universe, id),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  `create index fetch_address_due on fetch_address (universe, next_at) where state = 'waiting'`,
  'create index fetch_address_survey on fetch_address (universe, survey)',
  // Each time that one was asked.
  `create table fetch_run (
    universe uuid not null,
    id uuid not null default uuidv7(),
    address uuid not null,
    -- What does it.
    task uuid not null,
    at timestamptz not null default now(),
    ended_at timestamptz,
    by_hand boolean not null,
    outcome text not null default 'running',
    fault jsonb,
    files jsonb not null default '[]',
    primary key (universe, id),
    foreign key (universe, address) references fetch_address on delete cascade
  )`,
  'create index fetch_run_address on fetch_run (universe, address, id)',
  // What was fetched, so that it is imported once.
  `create table fetched_file (
    universe uuid not null,
    address uuid not null,
    -- Its whole address, or its name in the folder.
    place text not null,
    -- By what the server says that it is the same: ETag and time, or size and time.
    mark text not null,
    -- Of what it held.
    hash text not null,
    -- Why it was refused; null: it was imported.
    fault jsonb,
    at timestamptz not null default now(),
    primary key (universe, address, place),
    foreign key (universe, address) references fetch_address on delete cascade
  )`,
  'grant maintain on fetch_address, fetch_run, fetched_file to service',
]

/** Files of answers that are fetched again and again. */
export const fetchedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['fetch_address', 'fetch_run', 'fetched_file'], 'universe')
  },
}
