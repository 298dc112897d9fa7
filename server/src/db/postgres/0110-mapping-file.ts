import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // A later file of answers whose columns somebody maps to the questions of a survey.
  `create table mapping_file (
    universe uuid not null references universe on delete cascade,
    id uuid not null default uuidv7(),
    survey int not null,
    person uuid not null references person on delete cascade,
    file text not null,
    size bigint not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '1 day',
    -- What imports it.
    task uuid,
    primary key (universe, id),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  'create index mapping_file_expires on mapping_file (expires_at)',
  'create index mapping_file_person on mapping_file (universe, person, survey, id)',
  'grant maintain on mapping_file to service',
]

export const mappingFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['mapping_file'], 'universe')
  },
}
