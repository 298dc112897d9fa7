import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Since when it counts in no figure, because a person left it out; null: it counts.
  'alter table interview add column excluded_at timestamptz',
  'create index interview_excluded on interview (universe, survey) where excluded_at is not null',
  // Each time that somebody left an interview out, and took that back.
  `create table interview_exclusion (
    universe uuid not null,
    survey int not null,
    number bigint not null,
    id uuid not null default uuidv7(),
    -- The finding that it was left out for; null: none.
    finding uuid,
    reason text not null,
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    restored_at timestamptz,
    restored_by uuid references person on delete set null,
    primary key (universe, survey, number, id),
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  `create unique index interview_exclusion_now on interview_exclusion (universe, survey, number)
   where restored_at is null`,
  // What may make answers look made. The key tells it from others however often it is looked for.
  `create table response_finding (
    universe uuid not null,
    survey int not null,
    id uuid not null default uuidv7(),
    key text not null,
    kind text not null,
    place int not null,
    from_day date not null,
    to_day date not null,
    p double precision not null,
    detail jsonb not null,
    -- Numbers of the interviews behind it.
    interviews bigint[] not null,
    state text not null default 'new' check (state in ('new', 'looked', 'explained', 'excluded')),
    note text not null default '',
    person uuid references person on delete set null,
    changed_at timestamptz,
    found_at timestamptz not null default now(),
    -- Whether the newest search found it.
    is_current boolean not null default true,
    primary key (universe, survey, id),
    unique (universe, survey, key),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  `create table response_check (
    universe uuid not null,
    survey int not null,
    at timestamptz not null default now(),
    interviews int not null,
    -- What was looked at, by kind.
    looked jsonb not null,
    primary key (universe, survey),
    foreign key (universe, survey) references survey on delete cascade
  )`,
]

/** Answers that look made, and interviews that somebody leaves out of every figure. */
export const responseChecks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['interview_exclusion', 'response_finding', 'response_check'], 'universe')
    await sql.raw('grant maintain on interview_exclusion, response_finding to service').execute(db)
  },
}
