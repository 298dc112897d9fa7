import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // By whose clocks messages go; null: the survey's.
  'alter table sample add time_zone text',
  // Its reader marked it as spam.
  'alter table campaign_recipient add complained_at timestamptz',
]

export const timeZonesAndComplaints: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
