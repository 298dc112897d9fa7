import type { UniverseData, UniverseVersion } from '@kaiku/contract/universe.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import { settingChanges } from './setting-change.ts'
import { settingsOf } from './universe-settings.ts'

const columns = {
  version: number,
  at: time,
  by: text,
  title: text,
  timeZone: text,
  settings: json(z.record(z.string(), z.unknown())),
} satisfies Shape
type Row = RowOf<typeof columns>

const selected = `select version, at, by_name as by, title, time_zone as "timeZone", settings
  from universe_version where universe = $1`

/** Versions that are kept; the oldest go. */
const most = 200

/**
 * Keeps what was saved in this transaction, and what stood before where nobody has saved it since versions are kept:
 * it is then of an unknown hand.
 */
export async function keepVersion(
  client: pg.PoolClient,
  universe: string,
  { before, after }: { readonly before: UniverseData; readonly after: UniverseData },
  by: string,
): Promise<void> {
  for (const { data, hand, since } of [
    { data: before, hand: '', since: '(select created_at from universe where id = $1)' },
    { data: after, hand: by, since: 'now()' },
  ])
    await client.query(
      `insert into universe_version (universe, version, at, by_name, title, time_zone, settings)
       values ($1, $2, ${since}, $3, $4, $5, $6) on conflict do nothing`,
      [universe, data.version, hand, data.title, data.timeZone, JSON.stringify(data.settings)],
    )
  await client.query('delete from universe_version where universe = $1 and version <= $2', [
    universe,
    after.version - most,
  ])
}

/** The versions, the newest first, each with what it changed of the one before it; empty: nothing was ever changed. */
export async function listUniverseVersions(client: pg.PoolClient, universe: string): Promise<UniverseVersion[]> {
  const { rows } = await query(client, columns, `${selected} order by version desc`, [universe])
  const [newest] = rows
  return rows.map((row, at) => {
    const earlier = rows[at + 1]
    return {
      version: row.version,
      at: row.at.toISOString(),
      by: row.by,
      changes: earlier ? settingChanges(saidBy(earlier), saidBy(row)) : [],
      changesBack: newest && at > 0 ? settingChanges(saidBy(newest), saidBy(row)) : [],
    }
  })
}

const saidBy = ({ title, timeZone, settings }: Row) => ({ title, timeZone, settings: settingsOf(settings) })

/** What a version said. Throws Fault `not_found`. */
export async function readUniverseVersion(
  client: pg.PoolClient,
  universe: string,
  version: number,
): Promise<Pick<UniverseData, 'title' | 'timeZone' | 'settings'>> {
  const { rows } = await query(client, columns, `${selected} and version = $2`, [universe, version])
  if (!rows[0]) throw new Fault('not_found', `The universe has no version ${version}.`)
  return saidBy(rows[0])
}
