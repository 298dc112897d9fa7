import { type Kysely, type Migration, sql } from 'kysely'

/** The migrator's own tables are no business of a request. */
export const bookkeeping: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('revoke all on kysely_migration, kysely_migration_lock from app, service').execute(db)
  },
}
