import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // What is done again and again, of a universe or of all of Kaiku: a queue in which each row is due at its next time.
  `create table recurring_work (
    id uuid primary key default uuidv7(),
    universe uuid references universe on delete cascade,
    work text not null,
    -- In which its nights are.
    zone text not null,
    state text not null default 'waiting' check (state = 'waiting'),
    next_at timestamptz not null,
    attempts int not null default 0,
    fault text,
    done_at timestamptz,
    unique nulls not distinct (work, universe)
  )`,
  'grant select, insert, update, delete on recurring_work to service',
  // How what goes on all the time goes: of any process that does it.
  `create table work_loop (
    name text primary key,
    done_at timestamptz,
    faulted_at timestamptz,
    fault text
  )`,
  'grant select, insert, update on work_loop to service',
  // As in all tables in which something waits: what fails for one person is tried again later, and nobody else waits.
  `alter table alert_notice add column state text not null default 'waiting' check (state in ('waiting', 'dead')),
    add column next_at timestamptz not null default now(), add column attempts int not null default 0,
    add column fault text`,
]

export const recurringWork: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
