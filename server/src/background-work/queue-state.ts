import { nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { WaitingTable } from './queue.ts'

const stateColumns = {
  universe: text,
  waiting: number,
  givenUp: number,
  oldest: nullable(time),
  fault: nullable(text),
} satisfies Shape

/** `universe`: by name, empty for what belongs to none; `fault`: what was said last of what is not sent. */
export type QueueState = RowOf<typeof stateColumns>

/** What waits and what was given up, by universe; universes of which there is neither are left out. `universe`: of one alone, by id. */
export async function queueStates(
  { service }: Pick<Stores, 'service'>,
  { table, givenUp }: WaitingTable,
  universe: string | null = null,
): Promise<readonly QueueState[]> {
  const { rows } = await query(
    service,
    stateColumns,
    `select coalesce(u.name::text, '') as universe, count(*) filter (where q.state = 'waiting')::int as waiting,
       count(*) filter (where q.state = $1)::int as "givenUp",
       min(q.at) filter (where q.state = 'waiting') as oldest,
       (array_agg(q.fault order by q.next_at desc) filter (where q.fault is not null))[1] as fault
     from ${table} q left join universe u on u.id = q.universe where q.state in ('waiting', $1)
       and ($2::uuid is null or q.universe = $2)
     group by u.name order by 1`,
    [givenUp?.state ?? '', universe],
  )
  return rows
}

const totalColumns = { waiting: number, givenUp: number, overdue: number } satisfies Shape

/**
 * What waits of all universes together, what was given up, and for how many seconds what should have been sent longest
 * has been due; universes that are suspended are left out.
 */
export async function queueTotals(
  { service }: Pick<Stores, 'service'>,
  { table, givenUp }: WaitingTable,
): Promise<RowOf<typeof totalColumns>> {
  const { rows } = await query(
    service,
    totalColumns,
    `select count(*) filter (where q.state = 'waiting')::int as waiting,
       count(*) filter (where q.state = $1)::int as "givenUp",
       greatest(0, coalesce(extract(epoch from now() - min(q.next_at) filter (where q.state = 'waiting')), 0))::float8 as overdue
     from ${table} q where q.state in ('waiting', $1)
       and not exists (select from universe s where s.id = q.universe and s.suspended_at is not null)`,
    [givenUp?.state ?? ''],
  )
  return rows[0] ?? { waiting: 0, givenUp: 0, overdue: 0 }
}

/** Lets what was given up be due again, where it can be tried again; how much that was. `universe`: of one alone, by id. */
export async function tryAgain(
  { service }: Pick<Stores, 'service'>,
  { table, givenUp }: WaitingTable,
  universe: string | null,
): Promise<number> {
  if (givenUp === null) return 0
  const { rowCount } = await service.query(
    `update ${table} q set state = 'waiting', attempts = 0, next_at = now() where q.state = $1 and ${givenUp.again}
       and ($2::uuid is null or q.universe = $2)`,
    [givenUp.state, universe],
  )
  return rowCount ?? 0
}
