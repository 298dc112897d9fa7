import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Where letters to somebody go; `street` may have several lines.
  'alter table sample add street text, add postcode text, add town text, add country text',
]

export const letters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
