import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  // Whether a protected survey's figures tell of the place: one that is made of answers would tell who answered.
  'alter table node add column told boolean not null default false',
  // Rises with them.
  'alter table survey add column told_places int not null default 0',
  `with recursive told as (
    select distinct v.universe, v.survey, v.view, p.leaves[v.number] as number
    from protected_interview p join view_column v on (v.universe, v.survey) = (p.universe, p.survey)
    union
    select n.universe, n.survey, n.view, n.parent from told t
    join node n on (n.universe, n.survey, n.view, n.number) = (t.universe, t.survey, t.view, t.number)
    where n.parent is not null
  )
  update node n set told = true from told t
  where (n.universe, n.survey, n.view, n.number) = (t.universe, t.survey, t.view, t.number)`,
]

export const toldPlaces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
