import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

// Lets somebody without an account read one interview; only the secret's hash is kept, and it goes with the interview.
const interviewShare = `create table interview_share (
  universe uuid not null references universe,
  id uuid not null default uuidv7(),
  survey int not null,
  number bigint not null,
  hash bytea not null unique,
  person uuid references person on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  read_at timestamptz,
  primary key (universe, id),
  foreign key (universe, survey, number) references interview on delete cascade
)`

export const interviewShares: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(interviewShare).execute(db)
    await sql.raw('create index on interview_share (universe, survey, number)').execute(db)
    await secure(db, ['interview_share'], 'universe')
  },
}
