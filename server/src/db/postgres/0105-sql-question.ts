import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table sql_question (
    universe uuid not null references universe,
    survey int not null,
    person uuid not null references person on delete cascade,
    id uuid not null default uuidv7(),
    title text not null,
    statement text not null,
    look text not null check (look in ('table', 'bars')),
    primary key (universe, survey, person, id),
    foreign key (universe, survey) references survey
  )`,
  'create unique index sql_question_title on sql_question (universe, survey, person, lower(title))',
]

/** Statements of SQL that people keep. */
export const sqlQuestions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['sql_question'], 'universe')
  },
}
