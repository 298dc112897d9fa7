import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  `create table counted_link (
    universe uuid not null references universe,
    -- Stands in the address.
    linkable text not null unique,
    survey int not null,
    title text not null,
    path text not null,
    person uuid references person on delete set null,
    made_at timestamptz not null default now(),
    primary key (universe, linkable),
    foreign key (universe, survey) references survey
  )`,
  'create index analytics_event_linkable on analytics_event (linkable)',
]

export const countedLinks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['counted_link'], 'universe')
  },
}
