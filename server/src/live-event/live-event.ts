import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { Permission } from '@kaiku/core/access.ts'
import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** What is told; the survey is said beside it. */
type EventOfSurvey = LiveEvent extends infer One ? (One extends LiveEvent ? Omit<One, 'survey'> : never) : never

/** Who hears it, of those who see the survey: who meets all that is named. */
export type Audience = {
  /** This person only. */
  readonly person?: string
  /** Whom this permission reaches: at `leaves`, else anywhere in the survey. */
  readonly permission?: Permission
  /** Where it happened, as an interview's leaf keys. */
  readonly leaves?: readonly number[]
}

type Event = { readonly told: EventOfSurvey; readonly audience: Audience }

/**
 * In SQL: tells open screens of what `rows`, a select of universe, survey, kind, detail, permission and leaves, answers;
 * what of these is null says nothing. For what happens in the same statement.
 */
export const tellingLive = (rows: string): string =>
  `insert into live_event (universe, survey, kind, detail, permission, leaves) ${rows}`

/**
 * Tells open screens of something once the transaction of `client` is committed, and nothing if it is not. The
 * transaction is of the universe.
 */
export async function publishLiveEvent(
  client: pg.PoolClient | pg.Pool,
  survey: Pick<Dictionary, 'universe' | 'survey'>,
  told: EventOfSurvey,
  audience: Audience = {},
): Promise<void> {
  await publishLiveEvents(client, survey, [{ told, audience }])
}

/** The same of several things. */
export async function publishLiveEvents(
  client: pg.PoolClient | pg.Pool,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ told: { kind, ...detail }, audience }) => ({ kind, detail, ...audience }))
  await client.query(
    `insert into live_event (universe, survey, kind, detail, person, permission, leaves)
     select $1, $2, e.* from jsonb_to_recordset($3)
       as e (kind text, detail jsonb, person uuid, permission text, leaves int[])`,
    [universe, survey, JSON.stringify(rows)],
  )
}
