import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // A second template that is compared with the first; null: none is.
  `alter table campaign
    add split_template uuid,
    add split_version int,
    -- Of a hundred people, how many get it.
    add split_share int check (split_share between 10 and 50),
    -- Whether the rest gets the better one once it is decided.
    add split_rest boolean not null default false,
    -- The smallest p of all looks.
    add split_p float8,
    add split_judged_at timestamptz,
    -- When it was decided, and for which of both.
    add split_at timestamptz,
    add split_better text check (split_better in ('a', 'b')),
    add foreign key (universe, split_template, split_version) references template_version`,
  `create index campaign_split on campaign (split_judged_at) where split_template is not null and split_at is null`,
  // Which template somebody gets: said when the campaign is made, so that nothing that happens later changes it.
  `alter table campaign_recipient add arm text check (arm in ('a', 'b', 'rest'))`,
]

export const campaignSplit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
