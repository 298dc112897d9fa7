import type pg from 'pg'
import { bool, number, query, type Shape, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { raisingLoadCount } from '../dictionary/change-survey.ts'
import { tellingLive } from '../live-event/live-event.ts'
import { forgetTouched } from '../projection/projection-survey.ts'
import { refreshMonths } from './rollup-refresh.ts'

const owedColumns = { survey: number, touched: texts, due: bool } satisfies Shape

/** Seconds between two rises of a survey's load count. */
const pause = 1

/**
 * Brings the roll-up up to date and raises the load count of the surveys whose visible rows have changed, each at most
 * once a second. Tells whether any survey still waits for its turn.
 */
export async function settle(stores: Stores, client: pg.PoolClient): Promise<boolean> {
  const { rows } = await query(
    client,
    owedColumns,
    `select survey, touched::text[] as touched,
       coalesce(raised_at <= clock_timestamp() - make_interval(secs => ${pause}), true) as due
     from projection_survey where touched <> '{}'`,
  )
  for (const { survey, touched } of rows.filter(({ due }) => due)) {
    await refreshMonths(stores, survey, touched)
    // In this order: broken off in between, it is raised once more rather than never.
    await raiseLoadCount(client, survey)
    await forgetTouched(client, survey)
  }
  return rows.some(({ due }) => !due)
}

/** Whoever asks from now on must not be given an answer of before. */
export const raiseLoadCount = (client: pg.Pool | pg.PoolClient, survey: number): Promise<void> =>
  raise(client, 'number = $1', survey)

/** As `raiseLoadCount`, for every survey of a universe. */
export const raiseLoadCounts = (client: pg.PoolClient, universe: string): Promise<void> =>
  raise(client, 'universe = $1', universe)

/** In one statement, so that whoever shows figures hears of every rise. */
async function raise(client: pg.Pool | pg.PoolClient, which: string, value: number | string): Promise<void> {
  await client.query(
    `with raised as (${raisingLoadCount(which)})
    ${tellingLive(`select universe, number, 'loadCount', jsonb_build_object('loadCount', load_count), null, null::int[] from raised`)}`,
    [value],
  )
}
