import { type Kysely, type Migration, sql } from 'kysely'
import { isOwn, secure } from './0001-truth.ts'

const statements = [
  // Of a survey, of a universe, or of all of Kaiku: then it has no universe.
  `create table script (
    id uuid primary key default uuidv7(),
    universe uuid references universe on delete cascade,
    survey int,
    -- The draft of the next version.
    source text not null,
    revision int not null default 1,
    saved_by text not null,
    saved_at timestamptz not null default now(),
    -- What is published; null: nothing.
    version int,
    unique nulls not distinct (universe, survey),
    check (survey is null or universe is not null),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  `create table script_version (
    script uuid not null references script on delete cascade,
    universe uuid references universe on delete cascade,
    version int not null,
    source text not null,
    -- Questions that it declares, as in questions.json.
    variables jsonb not null,
    published_by text not null,
    person uuid references person on delete set null,
    published_at timestamptz not null default now(),
    primary key (script, version)
  )`,
  // How a published script fares in a survey. Of faults only what holds no answers.
  `create table script_standing (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    script uuid not null references script on delete cascade,
    version int not null,
    failed int not null default 0,
    fault text,
    line int,
    failed_at timestamptz,
    stopped_at timestamptz,
    told_at timestamptz,
    primary key (universe, survey, script),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  // How far the interviews of a survey are computed anew; by: what computes them.
  `create table script_recalculation (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    by text not null,
    after bigint not null default 0,
    done int not null default 0,
    changed int not null default 0,
    failed int not null default 0,
    primary key (universe, survey),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  ...['script', 'script_version'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    // Everybody reads what is of all of Kaiku; who writes it belongs to no universe.
    `create policy ${table}_app on ${table} to app using (universe is null or ${isOwn('universe')}) with check (${isOwn('universe')})`,
    `create policy ${table}_service on ${table} to service using (true) with check (true)`,
    `create policy ${table}_owner on ${table} to owner using (true) with check (true)`,
    `grant select, insert, update, delete on ${table} to app, service`,
  ]),
]

export const scripts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['script_standing', 'script_recalculation'], 'universe')
  },
}
