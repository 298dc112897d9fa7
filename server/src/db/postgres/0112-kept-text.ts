import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table kept_text (
    universe uuid not null references universe,
    survey int not null,
    person uuid not null references person on delete cascade,
    kind text not null check (kind in ('ranking', 'interview', 'sql')),
    id uuid not null default uuidv7(),
    title text not null,
    content jsonb not null,
    primary key (universe, survey, person, id),
    foreign key (universe, survey) references survey
  )`,
  'create unique index kept_text_title on kept_text (universe, survey, person, kind, lower(title))',
  `insert into kept_text (universe, survey, person, kind, id, title, content)
    select universe, survey, person, list, id, title, jsonb_build_object('columns', columns) from column_set`,
  `insert into kept_text (universe, survey, person, kind, id, title, content)
    select universe, survey, person, 'sql', id, title, jsonb_build_object('statement', statement, 'look', look)
    from sql_question`,
  'drop table column_set, sql_question',
]

/** What people keep under names for themselves: columns of lists, statements of SQL. */
export const keptTexts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['kept_text'], 'universe')
  },
}
