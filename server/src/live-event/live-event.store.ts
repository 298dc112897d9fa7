import { type Permission, permissions } from '@kaiku/core/access.ts'
import { z } from 'zod'
import { bool, int8, json, nullable, number, numbers, oneOf, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { LivePosition } from './position.ts'

const rowColumns = {
  universe: text,
  survey: number,
  kind: text,
  detail: json(z.record(z.string(), z.unknown())),
  person: nullable(text),
  permission: nullable(oneOf(...permissions)),
  leaves: nullable(numbers),
  tx: int8,
  seq: int8,
  settled: bool,
} satisfies Shape

export const liveEventChannel = 'live_event'

/** An event as it is kept. */
export type StoredLiveEvent = {
  readonly at: LivePosition
  readonly universe: string
  readonly survey: number
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly person: string | null
  readonly permission: Permission | null
  readonly leaves: readonly number[] | null
}

type Row = Omit<StoredLiveEvent, 'at'> & { tx: string; seq: string; settled: boolean }

/** Events that are read at once. */
export const page = 1_000

/**
 * The next events after a position, of one universe or of all: those that no running transaction can precede any more.
 * `waits`: there are further ones, which it still can.
 */
export async function eventsAfter(
  { service }: Stores,
  { tx, seq }: LivePosition,
  universe: string | null = null,
): Promise<{ readonly events: readonly StoredLiveEvent[]; readonly waits: boolean }> {
  const { rows } = await query(
    service,
    rowColumns,
    `select tx, seq, universe, survey, kind, detail, person, permission, leaves,
       tx < pg_snapshot_xmin(pg_current_snapshot()) as settled
     from live_event where (tx, seq) > ($1::xid8, $2::bigint) ${universe === null ? '' : 'and universe = $3'}
     order by tx, seq limit ${page}`,
    [`${tx}`, `${seq}`, ...(universe === null ? [] : [universe])],
  )
  const events = rows.filter(({ settled }) => settled)
  return { waits: events.length < rows.length, events: events.map(eventOf) }
}

function eventOf(row: Row): StoredLiveEvent {
  const { tx, seq, settled: _, ...event } = row
  return { ...event, at: { tx: BigInt(tx), seq: BigInt(seq) } }
}

/** Everything that was told before now. */
export async function presentPosition({ service }: Stores): Promise<LivePosition> {
  const { rows } = await query(service, { tx: int8 }, 'select pg_snapshot_xmin(pg_current_snapshot()) as tx')
  return { tx: BigInt(rows[0]?.tx ?? 0), seq: 0n }
}

/** Whether everything after a position is still kept, and the position is one of this database. */
export async function isKept({ service }: Stores, { tx, seq }: LivePosition): Promise<boolean> {
  const { rows } = await query(
    service,
    { kept: bool },
    `with oldest as (select tx, seq from live_event order by tx, seq limit 1)
    select $1::xid8 <= pg_snapshot_xmin(pg_current_snapshot())
      and not exists (select from oldest where (tx, seq) > ($1::xid8, $2::bigint)) as kept`,
    [`${tx}`, `${seq}`],
  )
  return rows[0]?.kept ?? false
}
