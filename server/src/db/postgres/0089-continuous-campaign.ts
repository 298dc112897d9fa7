import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // When somebody’s message may go at the earliest.
  'alter table campaign_recipient add due_at timestamptz not null default now()',
  `create index campaign_recipient_due on campaign_recipient (universe, campaign, due_at, id) where state = 'waiting'`,
  // A continuous reminder goes through who got the message of another campaign, in the order in which they got it.
  `create index campaign_recipient_sent on campaign_recipient (universe, campaign, sent_at, id) where state = 'delivered'`,
  `alter table campaign
    -- Up to which sample a continuous campaign has taken up everybody; null: none yet.
    add taken_to uuid,
    -- How far that is once every transaction before look_tx has ended: until then one may still bring earlier samples.
    add look_to uuid,
    add look_tx xid8,
    -- The same for a continuous reminder: when the messages that it follows were sent.
    add sent_to timestamptz`,
]

export const continuousCampaigns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
