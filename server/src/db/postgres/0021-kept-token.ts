import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table kept_token (
    universe uuid not null references universe,
    survey int not null,
    reference text not null,
    token text not null,
    person uuid references person on delete set null,
    at timestamptz not null default now(),
    primary key (universe, survey, reference),
    foreign key (universe, survey) references survey
  )`,
  'create index kept_token_person on kept_token (universe, person, at)',
]

export const keptTokens: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['kept_token'], 'universe')
  },
}
