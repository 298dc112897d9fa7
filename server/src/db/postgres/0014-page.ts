import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// Pages that are no version of the definition: the draft of the next ones, and those that people keep for themselves.
const tables = [
  `create table page_draft (
    universe uuid not null references universe,
    survey int not null,
    revision int not null,
    -- The published version it began from.
    version int not null,
    pages text not null,
    saved_by text not null,
    saved_at timestamptz not null default now(),
    primary key (universe, survey),
    foreign key (universe, survey) references survey
  )`,
  // Never twice the same revision, also when a draft is dropped and begun anew.
  'create sequence page_revision as int',
  'grant usage on sequence page_revision to app, service',
  `create table personal_page (
    universe uuid not null references universe,
    survey int not null,
    person uuid not null references person on delete cascade,
    id uuid not null default uuidv7(),
    revision int not null default nextval('page_revision'),
    page text not null,
    saved_at timestamptz not null default now(),
    primary key (universe, survey, person, id),
    foreign key (universe, survey) references survey
  )`,
]

export const pages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) await sql.raw(table).execute(db)
    await secure(db, ['page_draft', 'personal_page'], 'universe')
  },
}
