import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// What colleagues note about an interview goes with it when it is erased.
const interviewNote = `create table interview_note (
  universe uuid not null,
  survey int not null,
  number bigint not null,
  id uuid not null default uuidv7(),
  person uuid references person on delete set null,
  message text not null,
  written_at timestamptz not null default now(),
  primary key (universe, survey, number, id),
  foreign key (universe, survey, number) references interview on delete cascade
)`

export const interviewNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(interviewNote).execute(db)
    await secure(db, ['interview_note'], 'universe')
  },
}
