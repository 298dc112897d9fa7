import { type Kysely, type Migration, sql } from 'kysely'

/** Who raises alerts may count them: PostgreSQL takes a table that it has not counted for tiny. */
export const alertSize: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('grant maintain on alert, alert_event to service').execute(db)
  },
}
