import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { Permission } from '@kaiku/core/access.ts'
import type pg from 'pg'
import type { Dictionary } from '../survey/dictionary.ts'

/** What is told; the survey is said beside it. */
type Told = LiveEvent extends infer One ? (One extends LiveEvent ? Omit<One, 'survey'> : never) : never

/** Who hears it, of those who see the survey: who meets all that is named. */
export type Audience = {
  /** This person only. */
  readonly person?: string
  /** Whom this permission reaches: at `leaves`, else anywhere in the survey. */
  readonly permission?: Permission
  /** Where it happened, as an interview's leaf keys. */
  readonly leaves?: readonly number[]
}

/**
 * Tells open screens of something once the transaction of `client` is committed, and nothing if it is not. The
 * transaction is of the universe.
 */
export async function publishLiveEvent(
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  { kind, ...detail }: Told,
  { person, permission, leaves }: Audience = {},
): Promise<void> {
  await client.query(
    `insert into live_event (universe, survey, kind, detail, person, permission, leaves)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [universe, survey, kind, JSON.stringify(detail), person ?? null, permission ?? null, leaves ?? null],
  )
}
