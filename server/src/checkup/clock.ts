import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Check, type Finding, fault, lasting, ok, warning } from './finding.ts'

/** How far a clock is ahead of this process’s, and how exactly that is known; milliseconds. */
export type ClockDifference = { readonly of: string; readonly ahead: number; readonly within: number }

/** What a clock says that is asked over a network. `now`: milliseconds since 1970. */
export async function compareClock(
  of: string,
  ask: () => Promise<number>,
  now: () => number,
): Promise<ClockDifference> {
  const before = now()
  const said = await ask()
  const after = now()
  return { of, ahead: said - (before + after) / 2, within: (after - before) / 2 }
}

const tolerable = 2_000
const harmful = 60_000

export function clockFinding({ of, ahead, within }: ClockDifference): Finding {
  const least = Math.max(0, Math.abs(ahead) - within)
  if (least < tolerable) return ok('clock', `${of} and this machine agree`)
  return (least < harmful ? warning : fault)('clock', {
    found: `the clock of ${of} is ${lasting(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s`,
    means: 'Sign-in, second factors, links and schedules go wrong, and the order of what happened cannot be told.',
    todo: 'Let both machines follow a time server (timedatectl set-ntp true, chrony).',
  })
}

/** Seconds by which local time is ahead of UTC, by Node’s own data. */
export function offsetHere(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...dateParts,
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round((local - Math.floor(at / 1_000) * 1_000) / 1_000)
}

const dateParts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** Offsets of a zone as each part of Kaiku knows it, at one moment; null: it does not know the zone. */
export type ZoneOffsets = {
  readonly zone: string
  readonly at: number
  readonly offsets: Readonly<Record<string, number | null>>
}

export function zoneFindings(zones: readonly ZoneOffsets[]): Finding[] {
  const wrong = zones.filter(({ offsets }) => new Set(Object.values(offsets)).size > 1)
  if (wrong.length === 0) return [ok('time zones', `${new Set(zones.map(({ zone }) => zone)).size} zones, known alike`)]
  return wrong.map(({ zone, at, offsets }) =>
    fault('time zones', {
      found: `${zone} on ${new Date(at).toISOString().slice(0, 10)}: ${Object.entries(offsets)
        .map(
          ([who, offset]) =>
            `${who} ${offset === null ? 'does not know it' : `UTC${offset < 0 ? '' : '+'}${offset / 3_600}`}`,
        )
        .join(', ')}`,
      means: 'Interviews of an evening count on one day here and on another there, and schedules are an hour off.',
      todo: 'Update the time zone data of the one that is wrong (tzdata; Node, PostgreSQL and ClickHouse bring their own).',
    }),
  )
}

const day = 86_400_000

async function readZones(stores: Stores, now: number): Promise<ZoneOffsets[]> {
  const { rows } = await query(
    stores.service,
    { zone: text },
    'select distinct time_zone as zone from universe order by 1',
  )
  const found: ZoneOffsets[] = []
  // Summer and winter.
  for (const { zone } of rows)
    for (const at of [now, now + 182 * day]) {
      const offsets = {
        Node: await known(async () => offsetHere(zone, at)),
        PostgreSQL: await known(async () => {
          const asked = await query(
            stores.service,
            { offset: number },
            `select extract(epoch from (t at time zone $1) - (t at time zone 'UTC'))::float8 as offset
             from to_timestamp($2::float8) t`,
            [zone, Math.floor(at / 1_000)],
          )
          return asked.rows[0]?.offset ?? null
        }),
        ClickHouse: await known(async () => {
          const [row] = await stores.clickhouse.read<[number]>(
            'select timeZoneOffset(toTimeZone(toDateTime({at: UInt32}), {zone: String}))',
            { at: Math.floor(at / 1_000), zone },
          )
          return Number(row?.[0])
        }),
      }
      found.push({ zone, at, offsets })
    }
  return found
}

const known = (ask: () => Promise<number | null>) => ask().catch(() => null)

export const clocks: Check = {
  name: 'clocks',
  look: async ({ stores, now }) => {
    if (stores === null) return []
    const postgres = await compareClock(
      'PostgreSQL',
      async () => {
        const { rows } = await query(
          stores.service,
          { at: number },
          'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
        )
        return rows[0]?.at ?? Number.NaN
      },
      now,
    )
    const clickhouse = await compareClock(
      'ClickHouse',
      async () => {
        const [row] = await stores.clickhouse.read<[string]>('select toUnixTimestamp64Milli(now64(3))')
        return Number(row?.[0])
      },
      now,
    )
    return [...[postgres, clickhouse].map(clockFinding), ...zoneFindings(await readZones(stores, now()))]
  },
}
