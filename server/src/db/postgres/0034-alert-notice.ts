import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What somebody is to be told of an alert. It stands until the mail about it is in the mailbox, in the same transaction.
  `create table alert_notice (
    universe uuid not null,
    id uuid not null default uuidv7(),
    alert uuid not null,
    person uuid not null references person on delete cascade,
    kind text not null check (kind in ('raised', 'assigned', 'escalated', 'overdue', 'mentioned')),
    -- Who did it; null: Kaiku.
    actor uuid references person on delete set null,
    at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, alert) references alert on delete cascade
  )`,
  'create index alert_notice_person on alert_notice (universe, person)',
  'create index alert_notice_alert on alert_notice (universe, alert)',
  // The time to be solved that its owner was told is over. Those of before are no news.
  'alter table alert add column told_overdue timestamptz',
  'update alert set told_overdue = due_at where due_at < now()',
  `create index alert_overdue on alert (due_at)
   where state <> 'solved' and owner is not null and withdrawn_at is null and told_overdue is distinct from due_at`,
  // How somebody hears of alerts by mail; absent: as usual.
  `create table notification_setting (
    person uuid primary key references person on delete cascade,
    modes jsonb not null,
    digest_hour int not null check (digest_hour between 0 and 23),
    time_zone text not null
  )`,
  'grant select, insert, update, delete on notification_setting to service',
]

export const alertNotices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['alert_notice'], 'universe')
  },
}
