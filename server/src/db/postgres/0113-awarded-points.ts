import { type Kysely, type Migration, sql } from 'kysely'

/** So that a league finds the points that effects awarded. */
export const awardedPoints: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`create index effect_run_points on effect_run (universe, survey) where asked ->> 'type' = 'points'`)
      .execute(db)
  },
}
