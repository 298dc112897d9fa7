import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What open screens are told. It is heard in the order of (tx, seq), once no running transaction can precede it.
  `create table live_event (
    tx xid8 not null default pg_current_xact_id(),
    seq bigint not null generated always as identity,
    universe uuid not null references universe,
    survey int not null,
    kind text not null,
    detail jsonb not null,
    -- The only one who hears it; null: everybody whom the rest lets.
    person uuid references person on delete cascade,
    -- Heard by whom this permission reaches; null: by whoever sees the survey.
    permission text,
    -- Where it happened, as an interview's leaves; null: nowhere in particular.
    leaves int[],
    at timestamptz not null default now(),
    primary key (universe, tx, seq),
    foreign key (universe, survey) references survey
  )`,
  'create index live_event_order on live_event (tx, seq)',
  // It only wakes: what happened stands in the table.
  `create function wake_live_event() returns trigger language plpgsql as $$
    begin perform pg_notify('live_event', ''); return null; end $$`,
  `create trigger live_event_wake after insert on live_event for each statement execute function wake_live_event()`,
]

export const liveEvents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['live_event'], 'universe')
  },
}
