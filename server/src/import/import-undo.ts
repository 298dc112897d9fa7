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
  await inUniverse(pool, universe, (client) => refuseWhereCorrected(client, own))
  let rows = 0
  for (const statement of [restore, remove]) {
    for (let after = '-1'; after !== ''; ) {
      const numbers = await inUniverse(pool, universe, async (client) => {
        await client.query('select pg_advisory_xact_lock(hashtext($1), $2)', ['import', survey])
        return (await client.query<{ number: string }>(statement, [...own, first, chunkRows, after])).rows
      })
      after = numbers.reduce((last, { number }) => (BigInt(number) > BigInt(last || '-1') ? number : last), '')
      rows += numbers.length
      onProgress(rows)
    }
  }
  await inUniverse(pool, universe, (client) =>
    client.query(`update import set state = 'undone', finished_at = now() where universe = $1 and id = $2`, [
      universe,
      id,
    ]),
  )
  return findImport(pool, dictionary, id)
}

async function refuseWhereCorrected(client: pg.PoolClient, own: readonly unknown[]) {
  const { rows } = await client.query<{ later: number; byHand: number }>(
    `select
      (select count(*) from import_change c join import other on other.universe = c.universe and other.id = c.import
        join interview i on i.universe = c.universe and i.survey = c.survey and i.number = c.number
        where c.universe = $1 and c.survey = $2
          and other.started_at > (select started_at from import where universe = $1 and id = $3)
          and (i.import = $3 or exists (select from import_change mine
            where mine.universe = $1 and mine.import = $3 and mine.number = c.number)))::int as later,
      (select count(*) from interview i where i.universe = $1 and i.survey = $2 and i.corrected_by_hand
          and (i.import = $3 or exists (select from import_change mine
            where mine.universe = $1 and mine.import = $3 and mine.number = i.number)))::int as "byHand"`,
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
    delete from import_change where universe = $1 and survey = $2 and import = $3 and number = any(array(
      select number from import_change where universe = $1 and survey = $2 and import = $3 and number > $6
      order by number limit $5))
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
  from stood s where i.universe = $1 and i.survey = $2 and i.number = s.number and not i.corrected_by_hand
  returning i.number`

const remove = `with gone as (
    delete from interview where universe = $1 and survey = $2 and number = any(array(
      select number from interview where universe = $1 and survey = $2 and import = $3 and not corrected_by_hand
        and number > $6 order by number limit $5))
    returning number, leaves, day)
  insert into interview_change (universe, survey, number, old_leaf, old_day)
  select $1, $2, number, coalesce(leaves[$4], 0), day from gone returning number`
