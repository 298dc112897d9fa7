import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // What became of a task, step by step, the oldest first.
  `alter table task add column log jsonb not null default '[]'`,
]

export const taskLog: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
