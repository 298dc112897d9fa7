import { Fault } from '@kaiku/core/fault.ts'
import { shared } from '@kaiku/core/together.ts'
import { z } from 'zod'
import { json, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

const universeColumns = {
  id: text,
  name: text,
  title: text,
  timeZone: text,
  settings: json(z.record(z.string(), z.unknown())),
} satisfies Shape

/** A tenant. Nothing crosses from one to another. */
export type Universe = {
  readonly id: string
  /** Unique, case-insensitive: what addresses and the command line call it. */
  readonly name: string
  readonly title: string
  readonly timeZone: string
  readonly settings: Readonly<Record<string, unknown>>
}

const columns = 'id, name, title, time_zone as "timeZone", settings'
/** The universe that is chosen where nobody names one and there are several. */
export const sampleUniverse = 'sample'
/** Where files are tried; it stands beside the sample. */
export const tryUniverse = 'try'

/** By name, in any case; null where there is none. */
export const findUniverse = shared(async ({ service }: Stores, name: string): Promise<Universe | null> => {
  const { rows } = await query(service, universeColumns, `select ${columns} from universe where name = $1`, [name])
  return rows[0] ?? null
})

/** By its id; null where there is none. */
export async function findUniverseById({ service }: Stores, id: string): Promise<Universe | null> {
  const { rows } = await query(service, universeColumns, `select ${columns} from universe where id = $1`, [id])
  return rows[0] ?? null
}

/** In the order of their names. */
export async function listUniverses({ service }: Stores): Promise<readonly Universe[]> {
  const { rows } = await query(service, universeColumns, `select ${columns} from universe order by name`)
  return rows
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

/** Throws Fault `invalid` for a name that cannot stand in an address or a zone that does not exist, `conflict` for a taken name. */
export async function createUniverse(
  { service }: Stores,
  { name, title, timeZone }: Pick<Universe, 'name' | 'title' | 'timeZone'>,
): Promise<Universe> {
  if (!namePattern.test(name))
    throw new Fault('invalid', `“${name}” is no name for a universe: letters, digits, dots, dashes, underscores.`)
  if (!isZone(timeZone)) throw new Fault('invalid', `“${timeZone}” is no IANA time zone, such as Europe/Helsinki.`)
  const { rows } = await query(
    service,
    universeColumns,
    `insert into universe (name, title, time_zone) values ($1, $2, $3) on conflict (name) do nothing returning ${columns}`,
    [name, title, timeZone],
  )
  if (!rows[0]) throw new Fault('conflict', `There is a universe “${name}” already.`)
  return rows[0]
}

/** The named universe; without a name the only one, else `sample`. Throws Fault `not_found` that names those there are. */
export async function chooseUniverse(stores: Stores, name?: string): Promise<Universe> {
  const all = await listUniverses(stores)
  const wanted = name ?? (all.length === 1 ? all[0]?.name : sampleUniverse) ?? sampleUniverse
  const found = all.find((universe) => universe.name.toLowerCase() === wanted.toLowerCase())
  if (found) return found
  const known =
    all.length === 0
      ? 'There is none yet; kaiku universe create NAME makes one.'
      : `There are: ${all.map((universe) => universe.name).join(', ')}.`
  throw new Fault('not_found', `There is no universe “${wanted}”. ${known}`)
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/** Adds to what is set of a universe, without a check: for what Kaiku itself notes there. */
export const addSettings = ({ service }: Pick<Stores, 'service'>, id: string, settings: Record<string, unknown>) =>
  service.query('update universe set settings = settings || $2 where id = $1', [id, settings])
