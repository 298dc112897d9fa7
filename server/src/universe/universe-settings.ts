import { type UniverseData, type UniverseSettings, universeSettings } from '@kaiku/contract/universe.ts'
import { brandOf, leastContrast } from '@kaiku/core/colour.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, number, query, type Shape, text } from '../db/rows.ts'
import { isZone } from './universe.ts'

const rowColumns = {
  name: text,
  title: text,
  timeZone: text,
  version: number,
  settings: json(z.record(z.string(), z.unknown())),
} satisfies Shape
/** The settings as they are kept, with what is not said filled in. */
export const settingsOf = (kept: Readonly<Record<string, unknown>>): UniverseSettings => {
  const known = Object.entries(kept).filter(([key]) => key in universeSettings.shape)
  return universeSettings.parse(Object.fromEntries(known))
}

/** The universe of the transaction. */
export async function readUniverse(client: pg.PoolClient | pg.Pool, universe: string): Promise<UniverseData> {
  const { rows } = await query(
    client,
    rowColumns,
    'select name, title, time_zone as "timeZone", version, settings from universe where id = $1',
    [universe],
  )
  const [row] = rows
  if (!row) throw new Fault('not_found', 'There is no such universe.')
  return { ...row, settings: settingsOf(row.settings), needsRebuild: row.settings.zoneOfDays !== undefined }
}

export type NewSettings = Pick<UniverseData, 'title' | 'timeZone' | 'settings' | 'version'>

/** Saves what was read at this version. Throws Fault `conflict` when it is another by now, `invalid` with what is wrong. */
export async function saveUniverse(
  client: pg.PoolClient,
  universe: string,
  { title, timeZone, settings, version }: NewSettings,
): Promise<{ before: UniverseData; after: UniverseData }> {
  check(timeZone, settings)
  const before = await readUniverse(client, universe)
  // Days were cut in this zone; back in it, nothing has to be made anew.
  const { rowCount } = await client.query(
    `update universe set title = $3, time_zone = $4::text, version = version + 1,
        settings = $5::jsonb || case
          when coalesce(settings ->> 'zoneOfDays', time_zone) = $4::text then '{}'
          else jsonb_build_object('zoneOfDays', coalesce(settings ->> 'zoneOfDays', time_zone)) end
      where id = $1 and version = $2`,
    [universe, version, title, timeZone, JSON.stringify(settings)],
  )
  if (!rowCount) throw refuse('conflict', 'universe.changed')
  return { before, after: await readUniverse(client, universe) }
}

const signatures = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpeg: [0xff, 0xd8, 0xff] } as const

function check(timeZone: string, { logo, colour }: UniverseSettings) {
  if (!isZone(timeZone))
    throw refuse('invalid', 'universe.zone', { zone: timeZone }, [
      { place: 'timeZone', expected: 'an IANA time zone, such as Europe/Helsinki', found: timeZone },
    ])
  const [, type, base64 = ''] = /^data:image\/(png|jpeg);base64,(.*)$/.exec(logo) ?? []
  if (type === 'png' || type === 'jpeg') {
    const bytes = Buffer.from(base64, 'base64')
    if (!signatures[type].every((byte, at) => bytes[at] === byte))
      throw refuse('invalid', 'universe.picture', {}, [
        {
          place: 'settings/logo',
          expected: 'a PNG or JPEG picture',
          found: `a file that is no ${type.toUpperCase()}`,
        },
      ])
  }
  const brand = brandOf(colour)
  if (brand && brand.contrast < leastContrast)
    throw refuse('invalid', 'universe.colour', { colour, contrast: brand.contrast.toFixed(1) }, [
      { place: 'settings/colour', expected: `a contrast of ${leastContrast} or more`, found: colour },
    ])
}

/** Throws Fault `invalid` for a mail address that the universe sends no invitations to. */
export async function checkMailDomain(client: pg.Pool, universe: string, email: string): Promise<void> {
  const { settings } = await readUniverse(client, universe)
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (settings.mailDomains.length === 0 || settings.mailDomains.includes(domain)) return
  throw refuse('invalid', 'invite.domain', { domain }, [
    { place: 'email', expected: `an address at ${settings.mailDomains.join(', ')}`, found: email },
  ])
}
