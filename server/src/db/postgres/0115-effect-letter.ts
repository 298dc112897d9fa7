import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Letters that an effect block asks for on one day in the survey's zone; else those of a campaign.
  `alter table letter_batch alter campaign drop not null, add block text, add name text, add day date,
     add check ((campaign is null) = (block is not null and name is not null and day is not null))`,
  `create unique index letter_batch_day on letter_batch (universe, survey, block, day, template, version)
     where block is not null and task is null`,
  // To whom it is and of which interview, with which it goes; of a campaign it has the id of its recipient.
  `alter table letter drop constraint letter_universe_id_fkey, add recipient uuid, add survey int, add sample uuid,
     add interview bigint`,
  `update letter l set recipient = r.id, survey = r.survey, sample = r.sample
     from campaign_recipient r where (r.universe, r.id) = (l.universe, l.id)`,
  `alter table letter alter survey set not null, alter sample set not null,
     add foreign key (universe, recipient) references campaign_recipient on delete cascade,
     add foreign key (universe, survey, sample) references sample on delete cascade,
     add foreign key (universe, survey, interview) references interview on delete cascade`,
  'create index letter_recipient on letter (universe, recipient) where recipient is not null',
  'create index letter_sample on letter (universe, survey, sample)',
  'create index letter_interview on letter (universe, survey, interview) where interview is not null',
]

/** Letters that effects ask for. */
export const effectLetters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
