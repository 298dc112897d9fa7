import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const kinds = ['created', 'changed', 'note', 'escalated', 'notified', 'withdrawn', 'attached', 'detached']
const now = [...kinds, 'replied', 'asked'].map((one) => `'${one}'`).join()
const statements = [
  'alter table alert_event drop constraint alert_event_kind_check',
  `alter table alert_event add constraint alert_event_kind_check check (kind in (${now}))`,
  // Where an answer to a mail goes; null: to its sender. And that nobody has its address.
  'alter table mailbox add column reply_to text',
  'alter table mailbox add column is_bounced boolean not null default false',
  // What a customer was written about an alert. Its mail is forgotten some time after it was sent.
  `create table alert_reply (
    universe uuid not null,
    -- Given by who sends it: sent again it is the same one.
    id uuid not null,
    alert uuid not null,
    mail uuid not null,
    recipient text not null,
    subject text not null,
    text text not null,
    -- Null: Kaiku, or somebody whose account is gone.
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    delivery text not null default 'queued' check (delivery in ('queued', 'sent', 'failed', 'bounced')),
    delivered_at timestamptz,
    fault text,
    primary key (universe, id),
    foreign key (universe, alert) references alert on delete cascade
  )`,
  'create index alert_reply_of on alert_reply (universe, alert, at)',
  'create index alert_reply_mail on alert_reply (mail)',
  // What becomes of a mail is known of its reply in the same transaction, and told to who looks at the alert.
  `create function follow_mail() returns trigger language plpgsql as $$
    begin
      with followed as (
        update alert_reply set fault = new.fault, delivered_at = new.sent_at,
          delivery = case when new.state = 'waiting' then 'queued' when new.state = 'failed' and new.is_bounced
            then 'bounced' else new.state end
        where mail = new.id returning universe, alert)
      insert into live_event (universe, survey, kind, detail, permission, leaves)
      select a.universe, a.survey, 'alert', jsonb_build_object('alertId', a.id), 'handleAlerts', a.leaves
      from followed f join alert a on (a.universe, a.id) = (f.universe, f.alert);
      return null;
    end $$`,
  `create trigger mailbox_follow after update of state, fault on mailbox for each row
    when ((old.state, old.fault) is distinct from (new.state, new.fault)) execute function follow_mail()`,
]

/** Mails to customers, written from alerts. */
export const alertReplies: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['alert_reply'], 'universe')
  },
}
