import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // What suggests that it was not answered with care, as core's QualityFlag; null: nothing.
  'alter table interview add column quality jsonb',
  // The same for interviews with the same answers; null where a contact tells them apart, or they say too little.
  'alter table interview add column print bytea',
  'create index interview_print on interview (universe, survey, print) where print is not null',
  'create index interview_flagged on interview (universe, survey) where quality is not null',
]

export const interviewQuality: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
