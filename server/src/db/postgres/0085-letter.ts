import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Where letters to somebody go; `street` may have several lines.
  'alter table sample add street text, add postcode text, add town text, add country text',
  // Letters of a campaign that are made together.
  `create table letter_batch (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    id uuid not null default uuidv7() unique,
    campaign uuid not null,
    template uuid not null,
    version int not null,
    -- Title, colour and logo of the universe as they were: a letter stays what it was.
    look jsonb not null,
    -- What makes their file, as often as it is made; null: letters are still added.
    task uuid,
    at timestamptz not null default now(),
    made_at timestamptz,
    pages int,
    primary key (universe, id),
    foreign key (universe, campaign) references campaign on delete cascade,
    foreign key (universe, template, version) references template_version
  )`,
  'create index letter_batch_campaign on letter_batch (universe, campaign)',
  'create unique index letter_batch_open on letter_batch (universe, campaign) where task is null and made_at is null',
  // One to each recipient, whose id it has; it goes with them.
  `create table letter (
    universe uuid not null references universe on delete cascade,
    id uuid not null unique,
    batch uuid not null,
    -- Address, values of fields, code and time: with its template all that it is made of.
    kept jsonb not null,
    -- Country and postcode, by which letters lie in order.
    sorting text not null,
    -- Where it lies in its batch, the first is 1; null: letters are still added.
    place int,
    pages int,
    primary key (universe, id),
    foreign key (universe, batch) references letter_batch on delete cascade,
    foreign key (universe, id) references campaign_recipient on delete cascade
  )`,
  'create index letter_of_batch on letter (universe, batch, place)',
  'grant maintain on letter_batch, letter to service',
]

export const letters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['letter_batch', 'letter'], 'universe')
  },
}
