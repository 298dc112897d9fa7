import { type Kysely, type Migration, sql } from 'kysely'

/** Filters that are kept may hold a page and how it was shown. */
export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table saved_filter add column as_shown text').execute(db)
  },
}
