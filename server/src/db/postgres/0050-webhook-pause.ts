import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Null: it is told; else since when what happens waits.
  'alter table webhook add column paused_at timestamptz',
  // By webhook, so that what waits for a paused one is in nobody's way.
  'drop index webhook_delivery_next',
  `create index webhook_delivery_open on webhook_delivery (universe, webhook, state, next_at)
   where state <> 'delivered'`,
  `create index webhook_delivery_taken on webhook_delivery (universe, webhook, delivered_at)
   where state = 'delivered'`,
]

/** Webhooks can be paused; what they were told is counted by an index. */
export const webhookPause: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
