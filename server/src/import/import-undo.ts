import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { findImport } from './import.store.ts'
import { firstViewNumber } from './interview-chunk.store.ts'

const chunkRows = 5000

/**
 * Takes an import back: its new interviews go, its corrections return to what stood before. Interrupted, it is
 * finished by calling it again. Throws Fault `conflict` when a later import or a person corrected what it wrote.
 */
export async function undoImport(
  { pool }: Stores,
  dictionary: Dictionary,
  id: string,
  onProgress: (rows: number) => void = () => {},
): Promise<ImportReport> {
  const { universe, survey } = dictionary
  const found = await findImport(pool, dictionary, id)
  if (found.state === 'undone') throw new Fault('conflict', 'The import was undone before.')
  const own = [universe, survey, id]
  const first = firstViewNumber(dictionary)
  let rows = 0
  for (let done = -1; done !== 0; rows += done) {
    done = await inUniverse(pool, universe, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtext($1), $2)', ['import', survey])
      // Asked in every step: while one is taken back, somebody may correct the next.
      await refuseWhereCorrected(client, own)
      const restored = await client.query(restore, [...own, first, chunkRows])
      const removed = await client.query(remove, [...own, first, chunkRows])
      const count = (restored.rowCount ?? 0) + (removed.rowCount ?? 0)
      if (count === 0)
        await client.query(`update import set state = 'undone', finished_at = now() where universe = $1 and id = $2`, [
          universe,
          id,
        ])
      return count
    })
    onProgress(rows + done)
  }
  return findImport(pool, dictionary, id)
}

async function refuseWhereCorrected(client: pg.PoolClient, own: readonly unknown[]) {
  const { rows } = await client.query<{ later: number; byHand: number }>(
    `with touched as (
       select number, corrected_by_hand from interview where universe = $1 and survey = $2 and import = $3
       union all
       select i.number, i.corrected_by_hand from import_change c join interview i using (universe, survey, number)
         where c.universe = $1 and c.survey = $2 and c.import = $3)
     select count(*) filter (where corrected_by_hand)::int as "byHand",
       count(*) filter (where exists (select from import_change c join import later on later.universe = c.universe and later.id = c.import
         where c.universe = $1 and c.survey = $2 and c.number = touched.number and c.import <> $3
           and later.started_at > (select started_at from import where universe = $1 and id = $3)))::int as later
     from touched`,
    [...own],
  )
  const { later = 0, byHand = 0 } = rows[0] ?? {}
  if (later > 0)
    throw new Fault('conflict', `Later imports corrected ${later} of these interviews: undo those imports first.`)
  if (byHand > 0)
    throw new Fault('conflict', `${byHand} of these interviews were corrected by hand since: that work would be lost.`)
}

/** Corrections of this import return to what stood before; the change is forgotten with it. */
const restore = `with changed as materialized (
    delete from import_change where ctid = any(array(
      select ctid from import_change where universe = $1 and survey = $2 and import = $3 limit $5))
    returning number, before),
  stood as materialized (
    select c.number, c.before, i.leaves as new_leaves, i.day as new_day,
      array(select jsonb_array_elements_text(c.before->'leaves')::int) as leaves, (c.before->>'day')::date as day
    from changed c join interview i on i.universe = $1 and i.survey = $2 and i.number = c.number),
  noted as (
    insert into interview_change (universe, survey, number, old_leaf, old_day)
    select $1, $2, number, case when moved then coalesce(new_leaves[$4], 0) end, case when moved then new_day end
    from (select *, coalesce(new_leaves[$4], 0) <> coalesce(leaves[$4], 0) or new_day is distinct from day as moved
      from stood) s)
  update interview i set row_hash = decode(s.before->>'row_hash', 'hex'), answers = s.before->'answers',
    matched = nullif(s.before->'matched', 'null'), original = nullif(s.before->'original', 'null'), day = s.day,
    at = (s.before->>'at')::timestamptz, leaves = s.leaves, weight = (s.before->>'weight')::bigint, contact = s.before->>'contact'
  from stood s where i.universe = $1 and i.survey = $2 and i.number = s.number`

const remove = `with gone as (
    delete from interview where ctid = any(array(
      select ctid from interview where universe = $1 and survey = $2 and import = $3 limit $5))
    returning number, leaves, day)
  insert into interview_change (universe, survey, number, old_leaf, old_day)
  select $1, $2, number, coalesce(leaves[$4], 0), day from gone`
