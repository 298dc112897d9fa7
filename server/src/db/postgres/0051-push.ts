import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // A browser in which somebody hears of alerts while the app is closed. It lasts as long as the session in which it was
  // switched on: one of Kaiku's own, or one of an identity provider.
  `create table push_device (
    id uuid primary key default uuidv7(),
    person uuid not null references person on delete cascade,
    session uuid references session on delete set null,
    issuer text,
    sid text,
    -- Where the push service of the browser takes messages, and what they are encrypted to.
    endpoint text not null unique,
    public_key bytea not null,
    secret bytea not null,
    kinds text[] not null,
    agent text not null default '',
    created_at timestamptz not null default now()
  )`,
  'create index push_device_person on push_device (person)',
  'create index push_device_session on push_device (session)',
  // What waits for a device. It goes when the push service has taken it, or it is given up.
  `create table push_delivery (
    id uuid primary key default uuidv7(),
    device uuid not null references push_device on delete cascade,
    universe uuid not null,
    alert uuid,
    survey int not null,
    interview bigint,
    kind text not null,
    actor uuid references person on delete set null,
    at timestamptz not null,
    attempts int not null default 0,
    next_at timestamptz not null default now(),
    foreign key (universe, alert) references alert on delete cascade,
    foreign key (universe, survey, interview) references interview on delete cascade,
    check ((alert is null) <> (interview is null))
  )`,
  'create index push_delivery_next on push_delivery (next_at)',
  'create index push_delivery_device on push_delivery (device)',
  'create index push_delivery_alert on push_delivery (universe, alert)',
  'create index push_delivery_interview on push_delivery (universe, survey, interview) where interview is not null',
  'grant select, insert, update, delete on push_device, push_delivery to service',
  'grant maintain on push_device, push_delivery to service',
  // When it was handed to the devices of its person. What there was before is no news.
  'alter table alert_notice add column pushed_at timestamptz',
  'update alert_notice set pushed_at = at',
  'create index alert_notice_unpushed on alert_notice (at) where pushed_at is null',
]

export const push: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
