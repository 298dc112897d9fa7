import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What Kaiku does for a person in the background. Its state is that of a queue; what people see of it is made of it.
  `create table task (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7() unique,
    survey int,
    person uuid not null references person on delete cascade,
    type text not null,
    title text not null,
    -- Whether what it makes tells of single people, so that it goes where one of them is erased.
    tells_people boolean not null,
    -- What is to be done, as its type says, and what is to be told of what came of it.
    input jsonb not null,
    output jsonb,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
    next_at timestamptz not null default now(),
    attempts int not null default 0,
    -- Who works on it now: whatever an earlier attempt still writes is of no effect.
    attempt uuid,
    progress real not null default 0,
    at timestamptz not null default now(),
    ended_at timestamptz,
    -- For its person, and for operators.
    refusal jsonb,
    fault text,
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  `create index task_waiting on task (type, next_at) where state = 'waiting'`,
  'create index task_person on task (universe, person, id)',
  'create index task_ended on task (ended_at) where ended_at is not null',
  // What it made, until it expires; piece by piece, so that no file has to fit into memory.
  `create table task_file (
    universe uuid not null,
    task uuid not null,
    -- Whose pieces are the file.
    attempt uuid not null,
    name text not null,
    type text not null,
    size bigint not null,
    expires_at timestamptz not null,
    primary key (universe, task),
    foreign key (universe, task) references task on delete cascade
  )`,
  `create table task_piece (
    universe uuid not null,
    task uuid not null,
    attempt uuid not null,
    at int not null,
    content bytea not null,
    primary key (universe, task, attempt, at),
    foreign key (universe, task) references task on delete cascade
  )`,
  // It is compressed already.
  'alter table task_piece alter column content set storage external',
  'grant maintain on task, task_file, task_piece to service',
]

export const tasks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['task', 'task_file', 'task_piece'], 'universe')
  },
}
