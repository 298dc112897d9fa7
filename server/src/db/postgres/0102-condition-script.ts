import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // How the scripts of conditions fare in a survey. Of faults only what holds no answers.
  `create table condition_script (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    -- Of what it says.
    key text not null,
    failed int not null default 0,
    fault text not null,
    line int,
    failed_at timestamptz not null default now(),
    stopped_at timestamptz,
    told_at timestamptz,
    primary key (universe, survey, key),
    foreign key (universe, survey) references survey on delete cascade
  )`,
  // Runs are forgotten by their age.
  'create index effect_run_at on effect_run (universe, at)',
]

export const conditionScripts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['condition_script'], 'universe')
  },
}
