import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table saved_filter (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    survey int not null,
    -- Who made it. A shared one outlives its maker.
    person uuid references person on delete set null,
    is_shared boolean not null,
    title text not null,
    token text not null,
    version int not null default 1,
    primary key (universe, id),
    foreign key (universe, survey) references survey
  )`,
  `create unique index saved_filter_shared on saved_filter (universe, survey, lower(title)) where is_shared`,
  `create unique index saved_filter_own on saved_filter (universe, survey, person, lower(title)) where not is_shared`,
  `create table last_filter (
    universe uuid not null references universe,
    survey int not null,
    person uuid not null references person on delete cascade,
    token text not null,
    primary key (universe, survey, person),
    foreign key (universe, survey) references survey
  )`,
]

export const savedFilters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['saved_filter', 'last_filter'], 'universe')
  },
}
