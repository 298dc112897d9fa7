import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// How far the projection has come. It crosses universes and no request reads it, so only the feed's role may.
const statements = [
  `create table projection_cursor (
    only_one boolean primary key default true check (only_one),
    tx xid8 not null default '0',
    seq bigint not null default 0,
    -- True while a feed runs: found true at a start, the last one ended uncleanly.
    running boolean not null default false
  )`,
  'insert into projection_cursor default values',
  // What is inserted together, (from, to] of interview_change. Saved before the insert, so that a repetition is the same.
  `create table projection_batch (
    number bigint primary key generated always as identity,
    from_tx xid8 not null,
    from_seq bigint not null,
    to_tx xid8 not null,
    to_seq bigint not null,
    surveys int[] not null,
    changes int not null,
    planned_at timestamptz not null default clock_timestamp(),
    done_at timestamptz
  )`,
  'create index projection_batch_open on projection_batch (number) where done_at is null',
  `create table projection_survey (
    universe uuid not null,
    survey int not null unique,
    -- Columns that hold the truth's values for every interview, the first view's column first.
    filled text[] not null default '{}',
    -- Months whose rows changed, or are being changed, since load_count was last raised.
    touched date[] not null default '{}',
    -- Definitions that the roll-up holds for every interview.
    rolled text[] not null default '{}',
    raised_at timestamptz,
    -- Where a rebuild in progress began: changes after it are kept for it.
    rebuild_tx xid8,
    rebuild_seq bigint,
    rebuilt_at timestamptz,
    primary key (universe, survey),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  'create sequence projection_rollup_version',
  `create table erasure (
    universe uuid not null,
    id uuid not null default uuidv7(),
    survey int not null,
    interview uuid not null,
    number bigint not null,
    -- SHA-256 of the row key: the same row of a file must not bring the interview back.
    key_hash bytea not null,
    requested_by text not null,
    -- Gone from every answer.
    erased_at timestamptz not null default clock_timestamp(),
    -- Gone from disk.
    purged_at timestamptz,
    primary key (universe, id),
    unique (universe, survey, key_hash),
    foreign key (universe, survey) references survey
  )`,
]

export const projection: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await sql
      .raw('grant select, insert, update, delete on projection_cursor, projection_batch, projection_survey to service')
      .execute(db)
    await sql.raw('grant usage on sequence projection_rollup_version to service').execute(db)
    await sql.raw('grant maintain on interview, interview_change, import_change to service').execute(db)
    await secure(db, ['erasure'], 'universe')
  },
}
