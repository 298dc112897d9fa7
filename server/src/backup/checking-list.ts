import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { int8, query, text } from '../db/rows.ts'
import type { CheckingList } from './backup-list.ts'
import { asSuperuser, oneRow } from './cluster.ts'
import { placeDifferences, placesOf } from './listed-place.ts'

/** Milliseconds. Whoever writes waits so long at most; so does a search for the right moment. */
const [longestHold, pause] = [400, 1_000]
const mostTries = 30

/** What is asked of a list outlives the moment it is about: each row is read as it was then. */
type Moment = { readonly at: Date; readonly list: CheckingList | null }

/**
 * Names a point of the log, and lists what tables hold at exactly that point: for a blink nobody may write, so that
 * nothing is committed between the point and what is seen. Without a list where somebody writes for too long.
 */
export async function takeMoment(directory: string, point: string): Promise<Moment> {
  for (let tries = 0; tries < mostTries; tries++) {
    const taken = await tryMoment(directory, point)
    if (taken) return taken
    await sleep(pause)
  }
  const at = await asSuperuser(directory, async (client) => {
    await client.query('select pg_create_restore_point($1)', [point])
    return new Date()
  })
  return { at, list: null }
}

const tryMoment = (directory: string, point: string): Promise<Moment | null> =>
  asSuperuser(directory, (holding) =>
    asSuperuser(directory, async (looking) => {
      const tables = (await tablesOf(looking)).map((table) => pg.escapeIdentifier(table)).join(', ')
      // Of two that wait for each other, this one gives way.
      await holding.query(`set deadlock_timeout = '50ms'; set statement_timeout = ${longestHold}; begin`)
      try {
        await holding.query(`lock table ${tables} in share mode`)
      } catch (error) {
        if (error instanceof Error && 'code' in error && busy.has(String(error.code))) return null
        throw error
      }
      await looking.query('begin isolation level repeatable read read only')
      await looking.query('select from pg_class limit 1')
      await holding.query('select pg_create_restore_point($1)', [point])
      const at = new Date()
      await holding.query('commit')
      return { at, list: await listOf(looking) }
    }),
  )

/** It took too long, or two waited for each other. */
const busy = new Set(['57014', '40P01', '55P03'])

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await query(
    client,
    { name: text },
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Reads every row of every table. */
export async function listOf(client: pg.Client): Promise<CheckingList> {
  const tables: CheckingList['tables'] = []
  for (const table of await tablesOf(client)) {
    const { rows, digest } = await oneRow(
      client,
      { rows: int8, digest: text },
      `select count(*) as rows, coalesce(sum(hashtextextended(kaiku_row::text, 0)), 0)::text as digest
       from ${pg.escapeIdentifier(table)} kaiku_row`,
    )
    tables.push({ table, rows: Number(rows), digest })
  }
  const surveys = await query(
    client,
    { universe: text, survey: text, interviews: int8 },
    `select u.name::text as universe, s.ext_name::text as survey,
       (select count(*) from interview i where i.universe = s.universe and i.survey = s.number) as interviews
     from survey s join universe u on u.id = s.universe order by 1, 2`,
  )
  const list: CheckingList = {
    tables,
    surveys: surveys.rows.map((row) => Object.assign(row, { interviews: Number(row.interviews) })),
  }
  const places = await placesOf(client).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && former.has(String(error.code))) return null
    throw error
  })
  return places === null ? list : Object.assign(list, { places })
}

/** A table or a column is not there: the data is of a Kaiku from before it. */
const former = new Set(['42P01', '42703'])

/** A line for each figure that is another; none: all are equal. */
export function differences(expected: CheckingList, found: CheckingList): string[] {
  const lines: string[] = []
  const now = new Map(found.tables.map((one) => [one.table, one]))
  for (const { table, rows, digest } of expected.tables) {
    const other = now.get(table)
    if (!other) lines.push(`table ${table} is missing`)
    else if (other.rows !== rows) lines.push(`table ${table}: ${rows} rows in the list, ${other.rows} here`)
    else if (other.digest !== digest) lines.push(`table ${table}: rows differ from the list`)
  }
  const name = (one: CheckingList['surveys'][number]) => `${one.universe}/${one.survey}`
  const surveys = new Map(found.surveys.map((one) => [name(one), one.interviews]))
  for (const one of expected.surveys)
    if (surveys.get(name(one)) !== one.interviews)
      lines.push(`survey ${name(one)}: ${one.interviews} interviews in the list, ${surveys.get(name(one)) ?? 0} here`)
  return [...lines, ...placeDifferences(expected.places, found.places ?? [])]
}
