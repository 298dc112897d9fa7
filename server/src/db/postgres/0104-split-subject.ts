import { type Kysely, type Migration, sql } from 'kysely'

/** The subject of a mail that is compared with another of the same template. */
export const splitSubject: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table campaign add split_subject jsonb`.execute(db)
  },
}
