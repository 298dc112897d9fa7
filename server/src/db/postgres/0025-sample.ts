import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // People who are or may be asked. One with an external id is known by it, another by its contact.
  `create table sample (
    universe uuid not null,
    survey int not null,
    id uuid not null default uuidv7(),
    external_id text,
    -- What tells one person from another in all surveys of the universe, as core's contactKey writes it.
    contact text,
    name text,
    email text,
    phone text,
    locale text,
    -- Folded, for the search.
    matched text not null default '',
    -- Answers that were known before, by question.
    background jsonb not null default '{}',
    -- As interview.leaves.
    leaves int[] not null default '{}',
    state text not null check (state in
      ('notInvited', 'pending', 'invited', 'started', 'partial', 'completed', 'refused', 'bounced', 'unsubscribed')),
    reason text check (reason in ('optOut', 'bounced', 'noAddress', 'restPeriod', 'excluded')),
    -- The newest that the person answered; null: none, or it is gone.
    interview bigint,
    invited_at timestamptz,
    responded_at timestamptz,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    version int not null default 1,
    primary key (universe, survey, id),
    unique (id),
    check ((state = 'notInvited') = (reason is not null)),
    foreign key (universe, survey) references survey,
    foreign key (universe, survey, interview) references interview on delete set null (interview)
  )`,
  'create unique index sample_external on sample (universe, survey, external_id) where external_id is not null',
  `create unique index sample_only on sample (universe, survey, contact)
   where external_id is null and contact is not null`,
  'create index sample_contact on sample (universe, contact) where contact is not null',
  'create index sample_interview on sample (universe, survey, interview) where interview is not null',
  'create index sample_changed on sample (universe, survey, changed_at, id)',
  // Everything that happened to a sample; it goes with it.
  `create table sample_event (
    universe uuid not null,
    survey int not null,
    sample uuid not null,
    id uuid not null default uuidv7(),
    at timestamptz not null default now(),
    kind text not null check (kind in ('created', 'changed', 'interview', 'consent')),
    -- Null: Kaiku itself, a program, or somebody whose account is gone.
    person uuid references person on delete set null,
    -- Field -> what it was and became.
    before jsonb not null default '{}',
    after jsonb not null default '{}',
    -- The sample's version after it.
    version int not null,
    -- Changes that were made together, and may be taken back together: by several at once, or by an import.
    bulk uuid,
    primary key (universe, survey, sample, id),
    foreign key (universe, survey, sample) references sample on delete cascade
  )`,
  'create index sample_event_bulk on sample_event (universe, bulk) where bulk is not null',
  // What people said about being asked, in all surveys. Only a hash of the contact, so that who was erased is still left alone.
  `create table contact_consent (
    universe uuid not null references universe,
    contact_hash bytea not null,
    consent text not null check (consent in ('given', 'optedOut')),
    at timestamptz not null default now(),
    source text not null,
    primary key (universe, contact_hash)
  )`,
  `create table sample_import (
    universe uuid not null,
    id uuid not null default uuidv7(),
    survey int not null,
    file text not null,
    mode text not null check (mode in ('merge', 'new', 'update')),
    state text not null check (state in ('done', 'undone')),
    rows int not null,
    inserted int not null,
    updated int not null,
    unchanged int not null,
    merged int not null,
    not_invited jsonb not null,
    rejected int not null,
    rejects jsonb not null,
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  // Mail to people who are asked belongs to a universe, that to accounts to none.
  'alter table mailbox add column universe uuid references universe',
  'create index mailbox_recipient on mailbox (universe, lower(recipient)) where universe is not null',
]

export const samples: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['sample', 'sample_event', 'contact_consent', 'sample_import'], 'universe')
    await sql.raw('grant maintain on sample, sample_event to service').execute(db)
  },
}
