import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table column_set (
    universe uuid not null references universe,
    survey int not null,
    person uuid not null references person on delete cascade,
    id uuid not null default uuidv7(),
    title text not null,
    columns text not null,
    primary key (universe, survey, person, id),
    foreign key (universe, survey) references survey
  )`,
  'create unique index column_set_title on column_set (universe, survey, person, lower(title))',
]

export const columnSets: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['column_set'], 'universe')
  },
}
