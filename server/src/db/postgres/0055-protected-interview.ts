import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What figures of a protected survey are made of: its interviews as they were released, at the place, in the period
  // and with the answers that their whole group may be told of. Columns are named as in "interview": the projection
  // reads either.
  `create table protected_interview (
    universe uuid not null,
    survey int not null,
    number bigint not null,
    -- People who are told of together or not at all. A group never gains or loses a single person.
    of_group bigint not null,
    -- Who answered: people are counted, not interviews.
    person text not null,
    answers jsonb not null,
    matched jsonb,
    day date,
    leaves int[] not null,
    weight bigint,
    -- What the noise of filtered figures is made of.
    cell_key bigint not null default ('x' || substr(md5(gen_random_uuid()::text), 1, 10))::bit(40)::bigint,
    -- Never filled: they tell of single interviews.
    contact text,
    translated text,
    tags text[],
    quality jsonb,
    primary key (universe, survey, number),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  'create index protected_interview_group on protected_interview (of_group)',
  'create sequence protected_group_number',
  // Interviews that left their group together with one that was erased: to bring them back would tell whose it was.
  `create table protected_absence (
    universe uuid not null,
    survey int not null,
    number bigint not null,
    primary key (universe, survey, number),
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  // The survey's day of the last release, and the state of its places then.
  'alter table projection_survey add column released_on date',
  'alter table projection_survey add column released_placement bigint',
  'alter table projection_survey drop column begun_on',
  'alter table projection_held drop column old_leaf, drop column old_day',
]

export const protectedInterviews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['protected_interview', 'protected_absence'], 'universe')
    await sql.raw('grant usage on sequence protected_group_number to service').execute(db)
    await sql.raw('grant maintain on protected_interview to service').execute(db)
  },
}
