import { type Kysely, type Migration, sql } from 'kysely'

const own = 'universe, survey'
const kinds = ['created', 'changed', 'note', 'escalated', 'notified', 'withdrawn']
const statements = [
  // The import of its interview was taken back: nothing is to be done, and no figure counts it any more.
  'alter table alert add column withdrawn_at timestamptz',
  'alter table alert_event drop constraint alert_event_kind_check',
  `alter table alert_event add constraint alert_event_kind_check check (kind in (${kinds.map((one) => `'${one}'`).join()}))`,
  // Lists of alerts are read in these orders, a page at a time.
  `create index alert_due on alert (${own}, (state = 'solved'), coalesce(due_at, 'infinity'::timestamptz), id)
   where withdrawn_at is null`,
  `create index alert_newest on alert (${own}, created_at, id) where withdrawn_at is null`,
]

/** Alerts that are withdrawn, and lists of those that are not. */
export const alertWithdrawn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
