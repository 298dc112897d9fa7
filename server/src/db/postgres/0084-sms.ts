import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  ...['template', 'campaign'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_kind_check`,
    `alter table ${table} add check (kind in ('mail', 'sms', 'letter'))`,
  ]),
  // What a message says names its kind from now on.
  ...['template', 'template_version'].map(
    (table) => `update ${table} set content = content || '{"kind": "mail"}' where not content ? 'kind'`,
  ),
  // A program on the web that takes the SMS of a universe.
  `create table sms_gateway (
    universe uuid primary key references universe on delete cascade,
    url text not null,
    -- A header that tells the gateway whose messages they are; its value is sealed.
    header text not null,
    secret bytea not null,
    -- JSON with {to}, {from}, {text} and {id}.
    body text not null,
    -- Whom phones show where a template says nothing.
    sender text not null,
    -- Of numbers that stand without their country; empty: such numbers are none.
    calling_code text not null,
    -- Where in what it tells later stand the message, what became of it, who answered and what.
    report jsonb not null,
    -- What its address to tell Kaiku holds, sealed, and its hash, by which it is known again.
    door bytea not null,
    door_hash bytea not null unique,
    version int not null default 1
  )`,
  `create table sms (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7() unique,
    recipient text not null,
    sender text not null,
    text text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    -- The gateway takes no message to this number, for good.
    is_bounced boolean not null default false,
    at timestamptz not null default now(),
    -- When the gateway was asked: nobody asks again.
    begun_at timestamptz,
    sent_at timestamptz,
    next_at timestamptz not null default now(),
    attempts int not null default 0,
    fault text,
    primary key (universe, id)
  )`,
  `create index sms_due on sms (universe, next_at) where state = 'waiting'`,
  `create index sms_recipient on sms (universe, recipient)`,
  'grant maintain on sms_gateway, sms to service',
]

export const sms: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['sms_gateway', 'sms'], 'universe')
  },
}
