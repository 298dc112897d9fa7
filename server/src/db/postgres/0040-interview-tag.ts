import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // Null: none.
  'alter table interview add column tags text[]',
  'create index interview_tagged on interview (universe, survey) where tags is not null',
  // Who tagged what, so that it can be taken back. It goes with the interview.
  `create table interview_tagging (
    universe uuid not null,
    id uuid not null default uuidv7(),
    survey int not null,
    number bigint not null,
    -- Changes that were made together.
    bulk uuid not null,
    person uuid references person on delete set null,
    before text[] not null,
    after text[] not null,
    at timestamptz not null default now(),
    primary key (universe, id),
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  'create index interview_tagging_bulk on interview_tagging (universe, bulk)',
  'create index interview_tagging_of on interview_tagging (universe, survey, number)',
]

export const interviewTags: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['interview_tagging'], 'universe')
    await sql.raw('grant maintain on interview_tagging to service').execute(db)
  },
}
