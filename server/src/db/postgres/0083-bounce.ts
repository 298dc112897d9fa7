import { type Kysely, type Migration, sql } from 'kysely'

export const bounces: Migration = {
  async up(db: Kysely<unknown>) {
    // Where a mail that comes back later is to come back to; null: to its sender.
    await sql.raw('alter table mailbox add bounce_to text').execute(db)
    await sql.raw('alter table campaign_recipient add bounced_at timestamptz').execute(db)
  },
}
