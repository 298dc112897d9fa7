import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Who corrected which answer by hand. It goes with the interview.
  `create table interview_correction (
    universe uuid not null,
    survey int not null,
    number bigint not null,
    id uuid not null default uuidv7(),
    question text not null,
    -- As in interview.answers; null: no answer.
    before jsonb,
    after jsonb,
    -- Null: a program, or somebody whose account is gone.
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    primary key (universe, survey, number, id),
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  // What people wrote beside open answers in other languages: question -> language -> { text, by, at }.
  'alter table interview add column translations jsonb',
  // The same folded, for the search.
  'alter table interview add column translated text',
  `alter table interview_note add column mentions uuid[] not null default '{}'`,
  // People are told of interviews, too.
  `alter table alert_notice alter column alert drop not null, add column survey int, add column interview bigint,
     add foreign key (universe, survey, interview) references interview on delete cascade,
     add check ((alert is null) = (interview is not null))`,
  'create index alert_notice_interview on alert_notice (universe, survey, interview) where interview is not null',
]

export const interviewCorrections: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['interview_correction'], 'universe')
    await sql.raw('grant maintain on interview_correction, alert_notice to service').execute(db)
  },
}
