import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Changes of protected surveys that are shown on a later day than `day`.
  `create table projection_held (
    universe uuid not null,
    survey int not null,
    number bigint not null,
    old_leaf int,
    old_day date,
    day date not null,
    primary key (survey, number)
  )`,
  'grant select, insert, update, delete on projection_held to service',
  'grant insert on interview_change to service',
  'alter table interview_change add column released boolean not null default false',
  // The day on which its first interviews were shown.
  'alter table projection_survey add column begun_on date',
  `update projection_survey p set begun_on = current_date - 1
   where exists (select from interview i where (i.universe, i.survey) = (p.universe, p.survey))`,
]

export const dailyBatch: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
