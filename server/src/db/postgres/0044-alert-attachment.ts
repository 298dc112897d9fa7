import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const kinds = ['created', 'changed', 'note', 'escalated', 'notified', 'withdrawn', 'attached', 'detached']
const statements = [
  `create table alert_attachment (
    universe uuid not null,
    id uuid not null default uuidv7(),
    alert uuid not null,
    name text not null,
    type text not null,
    size int not null,
    content bytea not null,
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, alert) references alert on delete cascade
  )`,
  // It is packed already.
  'alter table alert_attachment alter column content set storage external',
  'create index alert_attachment_of on alert_attachment (universe, alert, id)',
  'alter table alert_event drop constraint alert_event_kind_check',
  `alter table alert_event add constraint alert_event_kind_check check (kind in (${kinds.map((one) => `'${one}'`).join()}))`,
]

/** Files that belong to alerts. */
export const alertAttachments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['alert_attachment'], 'universe')
  },
}
