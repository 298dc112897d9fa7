import { type Kysely, type Migration, sql } from 'kysely'

/** Tables every request may touch, each behind row-level security on its `universe`. */
const tenantTables = [
  'survey',
  'definition_version',
  'definition_file',
  'question_column',
  'view_column',
  'node',
  'interview',
  'interview_change',
  'import',
  'import_change',
]

const statements = [
  `create table universe (
    id uuid primary key default uuidv7(),
    name citext not null unique,
    title text not null,
    time_zone text not null default 'UTC',
    settings jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create table survey (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    number int not null generated always as identity unique,
    ext_name citext not null,
    version int not null default 0,
    load_count bigint not null default 0,
    created_at timestamptz not null default now(),
    primary key (universe, number),
    unique (universe, id),
    unique (universe, ext_name)
  )`,
  `create table definition_version (
    universe uuid not null,
    survey int not null,
    version int not null,
    published_at timestamptz not null default now(),
    published_by text not null,
    primary key (universe, survey, version),
    foreign key (universe, survey) references survey
  )`,
  `create table definition_file (
    universe uuid not null,
    survey int not null,
    version int not null,
    path text not null,
    text text not null,
    primary key (universe, survey, version, path),
    foreign key (universe, survey, version) references definition_version
  )`,
  // A question keeps its column for life; one whose type changed gets a new one.
  `create table question_column (
    universe uuid not null,
    survey int not null,
    question text not null,
    kind text not null,
    number int not null,
    primary key (universe, survey, question, kind),
    unique (universe, survey, number),
    foreign key (universe, survey) references survey
  )`,
  `create table view_column (
    universe uuid not null,
    survey int not null,
    view text not null,
    number int not null,
    primary key (universe, survey, view),
    unique (universe, survey, number),
    foreign key (universe, survey) references survey
  )`,
  // "number" is the leaf key inside ClickHouse; "id" is the path segment, unique among siblings.
  `create table node (
    universe uuid not null,
    survey int not null,
    view text not null,
    number int not null generated always as identity,
    parent int,
    id text not null,
    name jsonb not null,
    position double precision,
    valid_from date,
    valid_to date,
    primary key (universe, survey, view, number),
    unique nulls not distinct (universe, survey, view, parent, id),
    foreign key (universe, survey) references survey
  )`,
  `create table interview (
    universe uuid not null,
    survey int not null,
    number bigint not null generated always as identity,
    id uuid not null default uuidv7(),
    row_key text not null,
    row_hash bytea,
    import uuid,
    answers jsonb not null,
    -- Folded texts by question, for "contains".
    matched jsonb,
    -- The answers as first imported, once they were corrected.
    original jsonb,
    corrected_by_hand boolean not null default false,
    day date,
    at timestamptz,
    -- Node numbers by view, in the order of view_column.number; 0: at the root only.
    leaves int[] not null default '{}',
    -- Millionths; null: missing, zero or negative.
    weight bigint,
    contact text,
    primary key (universe, survey, number),
    -- The key leads: an index that began like the primary key could be taken for it while a survey is new.
    unique (row_key, survey, universe),
    unique (id),
    foreign key (universe, survey) references survey
  ) with (toast_tuple_target = 4080)`,
  // Append-only: what the projection still has to do. The old place and day tell which row to take back.
  `create table interview_change (
    tx xid8 not null default pg_current_xact_id(),
    seq bigint not null generated always as identity,
    universe uuid not null,
    survey int not null,
    number bigint not null,
    old_leaf int,
    old_day date
  )`,
  'create index interview_change_order on interview_change (tx, seq)',
  `create table import (
    universe uuid not null,
    id uuid not null default uuidv7(),
    survey int not null,
    file text not null,
    file_hash text not null,
    mapping text not null,
    state text not null,
    -- Rows of the file that are committed: where a resumed import goes on.
    done_rows bigint not null default 0,
    inserted bigint not null default 0,
    corrected bigint not null default 0,
    unchanged bigint not null default 0,
    rejected bigint not null default 0,
    rejects jsonb not null default '[]',
    message text,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  // What stood before an import corrected an interview, so that the import can be undone.
  `create table import_change (
    universe uuid not null,
    survey int not null,
    import uuid not null,
    number bigint not null,
    before jsonb not null,
    primary key (universe, import, number)
  )`,
]

export const truth: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, tenantTables, 'universe')
    await secure(db, ['universe'], 'id')
  },
}

/** Whether a row is of the universe that the transaction is for. Asked for in a query of its own, it is read once per statement, not once per row. */
export const isOwn = (column: string) => `${column} = (select nullif(current_setting('app.universe', true), '')::uuid)`

/** Row-level security: requests see their universe or nothing; feed, worker and sign-in see all. */
export async function secure(db: Kysely<unknown>, tables: readonly string[], column: string) {
  for (const table of tables)
    for (const statement of [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_app on ${table} to app using (${isOwn(column)}) with check (${isOwn(column)})`,
      `create policy ${table}_service on ${table} to service using (true) with check (true)`,
      `create policy ${table}_owner on ${table} to owner using (true) with check (true)`,
      `grant select, insert, update, delete on ${table} to app, service`,
    ])
      await sql.raw(statement).execute(db)
}
