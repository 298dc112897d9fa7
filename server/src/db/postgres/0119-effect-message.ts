import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // When who prints was told that letters of effects wait.
  'alter table letter_batch add told_at timestamptz',
  // Whom an effect block writes to, by the id of its run; else of a campaign.
  'alter table campaign_recipient alter campaign drop not null',
  // Answers are fed anew for filters by campaigns alone.
  `create or replace function follow_campaign_recipients() returns trigger language plpgsql as $$
    begin
      insert into interview_change (universe, survey, number, placed)
      select distinct s.universe, s.survey, s.interview, true
      from now_so a join before_so b on b.universe = a.universe and b.id = a.id
      join sample s on s.universe = a.universe and s.survey = a.survey and s.id = a.sample
      where s.interview is not null and a.campaign is not null
        and (a.state, a.sent_at, a.opened_at is null, a.clicked_at is null, a.unsubscribed_at is null)
          is distinct from (b.state, b.sent_at, b.opened_at is null, b.clicked_at is null, b.unsubscribed_at is null);
      return null;
    end $$`,
]

/** Messages that effects send to people of the sample, and who is told of their letters. */
export const effectMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
