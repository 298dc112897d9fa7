import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // The import that met a place of a view made from columns first, so that undoing it can take the place away again.
  'alter table node add column import uuid',
  // Rises when places that somebody remembers by number may be gone.
  'alter table survey add column placement int not null default 0',
]

export const nodes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
