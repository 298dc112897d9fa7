import { createHash } from 'node:crypto'
import type { BugEntry } from '@kaiku/contract/bug.ts'
import { bugLengths, placeOfError, withoutData } from '@kaiku/core/bug.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, oneOf, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

/** One error, as it was met. */
export type Bug = Pick<BugEntry, 'source' | 'message' | 'place' | 'route' | 'release' | 'requestId' | 'user'> & {
  /** Name of the survey; empty: of none. */
  readonly survey: string
}

/** Different errors of a universe that are kept; further ones are in the server's log only. */
const mostKept = 500

/** Counts an error with its equals. Its message is rid of data here, whoever wrote it. */
export async function recordBug({ pool }: Stores, universe: string, bug: Bug): Promise<void> {
  const { survey, source, place, route, release, user, requestId } = bug
  const message = withoutData(bug.message)
  const fingerprint = createHash('sha256').update([source, message, place].join('\n')).digest('hex').slice(0, 16)
  await inUniverse(pool, universe, (client) =>
    client.query(
      `insert into bug as b (universe, survey, fingerprint, message, source, place, route, release, username, request_id)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
        where (select count(*) from bug where universe = $1) < ${mostKept}
          or exists (select from bug where universe = $1 and survey = $2 and fingerprint = $3)
        on conflict (universe, survey, fingerprint) do update set count = b.count + 1, last_at = now(),
          route = excluded.route, release = excluded.release, username = excluded.username,
          request_id = excluded.request_id`,
      [
        universe,
        survey,
        fingerprint,
        message,
        source,
        place.slice(0, bugLengths.place),
        route,
        release,
        user,
        requestId,
      ],
    ),
  )
}

/** What an error of the server says, in the shape of a bug. */
export const bugOfError = ({ message, name, stack }: Error) => ({
  source: 'server' as const,
  message: `${name}: ${message}`,
  place: placeOfError(stack),
})

/** Errors of a survey and of none, the newest first. */
export async function listBugs({ pool }: Stores, universe: string, survey: string): Promise<BugEntry[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      {
        fingerprint: text,
        count: number,
        message: text,
        user: text,
        source: oneOf('browser', 'server'),
        place: text,
        route: text,
        release: text,
        requestId: text,
        last: time,
        first: time,
      },
      `select fingerprint, count, message, username as user, last_at as last, first_at as first, source, place, route,
          release, request_id as "requestId"
        from bug where universe = $1 and survey in ($2, '') order by last_at desc`,
      [universe, survey],
    ),
  )
  return rows.map(({ last, first, ...bug }) => ({
    ...bug,
    datetime: last.toISOString(),
    firstDatetime: first.toISOString(),
  }))
}

/** Forgets the errors of a survey and of none; how many different ones there were. */
export async function clearBugs({ pool }: Stores, universe: string, survey: string): Promise<number> {
  const { rowCount } = await inUniverse(pool, universe, (client) =>
    client.query(`delete from bug where universe = $1 and survey in ($2, '')`, [universe, survey]),
  )
  return rowCount ?? 0
}
