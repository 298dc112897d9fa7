import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  `alter table column_set add column list text not null default 'ranking' check (list in ('ranking', 'interview'))`,
  'alter table column_set alter column list drop default',
  'drop index column_set_title',
  'create unique index column_set_title on column_set (universe, survey, person, list, lower(title))',
]

/** Rankings and lists of interviews have columns of their own. */
export const columnSetLists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
