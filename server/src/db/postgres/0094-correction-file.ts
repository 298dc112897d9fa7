import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // A file that corrected interviews.
  `create table correction_file (
    universe uuid not null,
    survey int not null,
    id uuid not null default uuidv7(),
    file text not null,
    rejected int not null,
    -- Null: their account is gone.
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    undone_at timestamptz,
    undone_by uuid references person on delete set null,
    primary key (universe, survey, id),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  // What it changed. It goes with the interview.
  `create table correction_file_change (
    universe uuid not null,
    survey int not null,
    file uuid not null,
    number bigint not null,
    question text not null,
    -- As in interview.answers; null: no answer.
    before jsonb,
    after jsonb,
    -- Taken back with the file.
    undone boolean not null default false,
    primary key (universe, survey, file, number, question),
    foreign key (universe, survey, file) references correction_file on delete cascade,
    foreign key (universe, survey, number) references interview on delete cascade
  )`,
  'create index correction_file_change_interview on correction_file_change (universe, survey, number)',
  'grant maintain on correction_file, correction_file_change to service',
]

export const correctionFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['correction_file', 'correction_file_change'], 'universe')
  },
}
