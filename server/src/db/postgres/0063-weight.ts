import { type Kysely, type Migration, sql } from 'kysely'

// From millionths to billionths: files write weights with more than six decimals.
const statements = [
  'update interview set weight = weight * 1000 where weight is not null',
  'update protected_interview set weight = weight * 1000 where weight is not null',
  `update import_change set before = jsonb_set(before, '{weight}', to_jsonb((before->>'weight')::bigint * 1000))
   where before->>'weight' is not null`,
  // The tables of surveys that weigh are made anew at the next start.
  `update projection_survey p set filled = array_remove(filled, 'weight') where exists (
     select from interview i where (i.universe, i.survey) = (p.universe, p.survey) and i.weight is not null)`,
]

export const weights: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
