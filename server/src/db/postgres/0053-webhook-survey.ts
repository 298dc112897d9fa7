import { type Kysely, type Migration, sql } from 'kysely'

const told = (survey: string) => `(w.surveys = '{}' or ${survey} = any(w.surveys))`

const statements = [
  // By number; empty: all.
  `alter table webhook add column surveys int[] not null default '{}'`,
  // As they were, but of the surveys that a webhook is told of.
  `create or replace function tell_webhooks_of_interviews() returns trigger language plpgsql as $$
    begin
      insert into webhook_delivery (universe, webhook, event, survey, interview)
      select c.universe, w.id, c.event, c.survey, c.number
      from (select universe, survey, number,
          case when old_leaf is null then 'interview.created' else 'interview.corrected' end as event
        from happened where not placed and not released) c
      join webhook w on w.universe = c.universe and c.event = any(w.events) and ${told('c.survey')}
      -- Gone: there is nothing to tell.
      join interview i on (i.universe, i.survey, i.number) = (c.universe, c.survey, c.number);
      return null;
    end $$`,
  `create or replace function tell_webhooks_of_alerts() returns trigger language plpgsql as $$
    begin
      insert into webhook_delivery (universe, webhook, event, survey, alert)
      select h.universe, w.id, h.event, a.survey, h.alert
      from (select distinct universe, alert,
          case kind when 'created' then 'alert.raised' else 'alert.changed' end as event
        from happened where kind in ('created', 'changed', 'escalated')) h
      join alert a on a.universe = h.universe and a.id = h.alert
      join webhook w on w.universe = h.universe and h.event = any(w.events) and ${told('a.survey')};
      return null;
    end $$`,
]

/** A webhook may be told of some surveys only. */
export const webhookSurveys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
