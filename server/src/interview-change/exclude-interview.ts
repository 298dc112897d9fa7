import type pg from 'pg'
import { numbers, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { firstViewNumber, noting, taken, unmoved } from './interview-change.ts'

const excludedColumns = { number: text, id: text, leaves: numbers } satisfies Shape

/** Leaves interviews out of every figure, in the client's transaction; answers those that counted until now. */
export async function setExcluded(client: pg.PoolClient, dictionary: Dictionary, interviews: readonly string[]) {
  const { rows } = await query(
    client,
    excludedColumns,
    `with gone as (
      update interview set excluded_at = now()
      where universe = $1 and survey = $2 and number = any($4::bigint[]) and excluded_at is null
      returning number, id, leaves, day),
    noted as (${noting(taken('gone', '$3'), 'placed')})
    select number::text, id, leaves from gone`,
    [dictionary.universe, dictionary.survey, firstViewNumber(dictionary), interviews],
  )
  return rows
}

/** Lets interviews count again; answers those that did not until now. */
export async function setIncluded(client: pg.PoolClient, dictionary: Dictionary, interviews: readonly string[]) {
  const { rows } = await query(
    client,
    excludedColumns,
    `with back as (
      update interview set excluded_at = null
      where universe = $1 and survey = $2 and number = any($3::bigint[]) and excluded_at is not null
      returning number, id, leaves),
    noted as (${noting(unmoved('back'), 'placed')})
    select number::text, id, leaves from back`,
    [dictionary.universe, dictionary.survey, interviews],
  )
  return rows
}
