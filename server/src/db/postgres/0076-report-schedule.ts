import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // A report that is mailed again and again: a queue in which each row is due at its next time.
  `create table report_schedule (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7() unique,
    survey int not null,
    -- Who made it; null: an account that is gone.
    person uuid references person on delete set null,
    title text not null,
    kind text not null,
    -- Filtered, as it was written.
    path text not null,
    compare text not null,
    page text,
    rule jsonb not null,
    zone text not null,
    delivery text not null check (delivery in ('attachment', 'link')),
    only_new boolean not null,
    people uuid[] not null,
    roles uuid[] not null,
    -- Who wants no more of it.
    left_by uuid[] not null default '{}',
    state text not null default 'waiting' check (state in ('waiting', 'paused', 'ended')),
    end_reason text,
    -- The time that it is planned for; next_at is that too, or when it is tried again.
    due_at timestamptz not null,
    next_at timestamptz not null,
    attempts int not null default 0,
    fault text,
    version int not null default 1,
    at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  `create index report_schedule_waiting on report_schedule (universe, next_at) where state = 'waiting'`,
  // What somebody gets of one run of it, once: it waits until it is made, and then says what became of it.
  `create table report_mailing (
    universe uuid not null,
    id uuid not null default uuidv7() unique,
    schedule uuid not null,
    person uuid not null references person on delete cascade,
    run_at timestamptz not null,
    by_hand boolean not null,
    state text not null default 'waiting' check (state in
      ('waiting', 'made', 'sent', 'nothingNew', 'tooFew', 'noRight', 'noAddress', 'left', 'failed', 'unknown')),
    next_at timestamptz not null default now(),
    attempts int not null default 0,
    fault text,
    at timestamptz not null default now(),
    ended_at timestamptz,
    -- What it was made of: the rights of its person, the state of the data, the place, a hash of its figures.
    rights text,
    load_count bigint,
    place text,
    figures text,
    file_name text,
    mail uuid,
    primary key (universe, id),
    unique (universe, schedule, run_at, person),
    foreign key (universe, schedule) references report_schedule on delete cascade
  )`,
  `create index report_mailing_waiting on report_mailing (universe, next_at) where state = 'waiting'`,
  `create index report_mailing_made on report_mailing (mail) where state = 'made'`,
  'create index report_mailing_person on report_mailing (universe, schedule, person, run_at)',
  'grant maintain on report_schedule, report_mailing to service',
  // A mail that goes once at most: what was begun and whose answer was lost is not sent again.
  `alter table mailbox add column once boolean not null default false, add column begun_at timestamptz,
    add column leave_link text, add column file bytea, add column file_name text, add column file_type text`,
]

export const reportSchedules: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['report_schedule', 'report_mailing'], 'universe')
  },
}
