import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table webhook (
    universe uuid not null references universe,
    id uuid not null default uuidv7(),
    label text not null,
    url text not null,
    events text[] not null,
    -- Whether what tells who answered is sent, too.
    contacts boolean not null default false,
    -- Sealed; the one before it signs, too, until then.
    secret bytea not null,
    previous_secret bytea,
    previous_until timestamptz,
    created_at timestamptz not null default now(),
    created_by text not null,
    primary key (universe, id)
  )`,
  // What is to be told. It names what happened; what is sent is read when it is sent, so erased answers are in none.
  `create table webhook_delivery (
    universe uuid not null,
    -- The same in every attempt: who is told twice knows it by this.
    id uuid not null default uuidv7(),
    webhook uuid not null,
    event text not null,
    survey int,
    interview bigint,
    alert uuid,
    at timestamptz not null default now(),
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
    attempts int not null default 0,
    next_at timestamptz not null default now(),
    delivered_at timestamptz,
    fault text,
    primary key (universe, id),
    foreign key (universe, webhook) references webhook on delete cascade
  )`,
  `create index webhook_delivery_next on webhook_delivery (next_at) where state = 'waiting'`,
  'create index webhook_delivery_of on webhook_delivery (universe, webhook, id)',
  // In the transaction in which it happens: what is committed is told, and nothing else.
  `create function tell_webhooks_of_interviews() returns trigger language plpgsql as $$
    begin
      insert into webhook_delivery (universe, webhook, event, survey, interview)
      select c.universe, w.id, c.event, c.survey, c.number
      from (select universe, survey, number,
          case when old_leaf is null then 'interview.created' else 'interview.corrected' end as event
        from happened where not placed and not released) c
      join webhook w on w.universe = c.universe and c.event = any(w.events)
      -- Gone: there is nothing to tell.
      join interview i on (i.universe, i.survey, i.number) = (c.universe, c.survey, c.number);
      return null;
    end $$`,
  `create trigger interview_change_webhook after insert on interview_change referencing new table as happened
    for each statement execute function tell_webhooks_of_interviews()`,
  `create function tell_webhooks_of_alerts() returns trigger language plpgsql as $$
    begin
      insert into webhook_delivery (universe, webhook, event, survey, alert)
      select h.universe, w.id, h.event, a.survey, h.alert
      from (select distinct universe, alert,
          case kind when 'created' then 'alert.raised' else 'alert.changed' end as event
        from happened where kind in ('created', 'changed', 'escalated')) h
      join webhook w on w.universe = h.universe and h.event = any(w.events)
      join alert a on a.universe = h.universe and a.id = h.alert;
      return null;
    end $$`,
  `create trigger alert_event_webhook after insert on alert_event referencing new table as happened
    for each statement execute function tell_webhooks_of_alerts()`,
]

export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['webhook', 'webhook_delivery'], 'universe')
  },
}
