import type pg from 'pg'

/**
 * People whose interviews all left the disk. `hasFreedPages`: pages of the truth that were freed may still hold what stood
 * on them.
 */
export const notePeoplePurged = (service: pg.Pool, erasures: readonly string[], hasFreedPages: boolean) =>
  service.query(
    `update person_erasure p set purged_at = clock_timestamp(),
       remains = case when $2 then array_append(remains, 'freedPages') else remains end
     where id = any($1) and not exists (
       select from erasure e where e.survey = any(p.surveys) and e.purged_at is null and e.erased_at <= p.erased_at)`,
    [erasures, hasFreedPages],
  )
