import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Where people know better than what is heard in comments: question -> topic -> { there, by, at }. Null: nowhere. It
  // goes with the interview.
  'alter table interview add column topics jsonb',
  'create index interview_topics_corrected on interview (universe, survey) where topics is not null',
  // Never filled: it tells of single interviews.
  'alter table protected_interview add column topics jsonb',
]

export const topicCorrections: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
