import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Filters by campaigns follow what happens to recipients: the answers of those who have answered are fed anew, in the
  // transaction in which it happens and whoever writes it. Neither rules nor other programs take it for an answer.
  `create function follow_campaign_recipients() returns trigger language plpgsql as $$
    begin
      insert into interview_change (universe, survey, number, placed)
      select distinct s.universe, s.survey, s.interview, true
      from now_so a join before_so b on b.universe = a.universe and b.id = a.id
      join sample s on s.universe = a.universe and s.survey = a.survey and s.id = a.sample
      where s.interview is not null
        and (a.state, a.sent_at, a.opened_at is null, a.clicked_at is null, a.unsubscribed_at is null)
          is distinct from (b.state, b.sent_at, b.opened_at is null, b.clicked_at is null, b.unsubscribed_at is null);
      return null;
    end $$`,
  `create trigger campaign_recipient_followed after update on campaign_recipient
    referencing old table as before_so new table as now_so
    for each statement execute function follow_campaign_recipients()`,
]

export const campaignFilter: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
