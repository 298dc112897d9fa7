import { type Kysely, type Migration, sql } from 'kysely'
import { secure } from './0001-truth.ts'

const statements = [
  // What is begun has no parts yet: it is begun anew.
  'delete from script_recalculation',
  // The interviews of a recalculation in parts, by day; script_recalculation.after is the last part that is computed.
  `create table script_slice (
    universe uuid not null references universe on delete cascade,
    survey int not null,
    place bigint not null,
    -- Those to compute; of a part that is computed, those that figures have not followed yet.
    numbers bigint[] not null,
    primary key (universe, survey, place),
    foreign key (universe, survey) references survey on delete cascade
  )`,
]

export const scriptSlices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await secure(db, ['script_slice'], 'universe')
  },
}
