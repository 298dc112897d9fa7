import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // A file of answers that somebody would make a survey of, what Kaiku understood of it and what was settled.
  `create table new_survey (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7(),
    person uuid not null references person on delete cascade,
    file text not null,
    size bigint not null,
    decisions jsonb not null,
    understood jsonb not null,
    -- The definition as it would be published: texts by file name.
    definition jsonb not null,
    assumptions text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '1 day',
    -- What was made of it, and the task that imports the file.
    survey int,
    task uuid,
    primary key (universe, id),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  'create index new_survey_expires on new_survey (expires_at)',
  'create index new_survey_person on new_survey (universe, person, id)',
  'grant maintain on new_survey to service',
]

export const newSurveys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['new_survey'], 'universe')
  },
}
