import type pg from 'pg'
import { locked } from '../background-work/lock.ts'
import { int8, nullable, number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { addInterviews, applyChanges, dropChangeTables } from '../projection/apply-changes.ts'
import { holdChanges, noteRebuilt } from '../projection/projection-survey.ts'
import { nextRollupOf, rollupTable, rollupTableOf } from '../projection/rollup.ts'
import { dropFormerTable, nextTableOf, prepareTable, surveyTable } from '../projection/table.ts'
import { interviewRows, type Position } from '../projection/truth-rows.ts'
import { createFigureTable, dropFigureTable, exchangeTables } from '../shard/cluster.ts'
import { rolledIndicators } from '../sums/sums.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { raiseLoadCount } from './load-count.ts'
import { refreshRollup } from './rollup-refresh.ts'

/** Interviews read in one statement, so that none lasts long. */
const slice = 100_000
/** With at most this many changes left, the feed is stopped for the rest. */
const few = 1_000

/**
 * Makes a survey's table and roll-up anew from the truth, beside the old ones, and exchanges them at once. The feed goes
 * on meanwhile; what it brings is brought to the new table too. `total` is an estimate from the start.
 */
export async function rebuild(
  stores: Stores,
  survey: number,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  await locked(stores.service, { rebuild: survey }, (client) => rebuildLocked(stores, client, survey, onProgress))
}

/** For the session that holds the survey's rebuild lock. */
export async function rebuildLocked(
  stores: Stores,
  client: pg.PoolClient,
  survey: number,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const dictionary = await surveyByNumber(stores, survey)
  await prepareTable(stores, dictionary)
  await createEmpty(stores, dictionary)
  const start = await holdChanges(client, dictionary)
  await fill(stores, dictionary, onProgress)
  await refreshRollup(stores, dictionary, { ...rollupOf(dictionary), months: null })
  const reached = await replay(stores, client, dictionary, start, few)
  await locked(stores.service, 'batch', async () => {
    const rest = await replay(stores, client, dictionary, reached.to, 0)
    const months = [...new Set([...reached.months, ...rest.months])]
    if (months.length > 0) await refreshRollup(stores, dictionary, { ...rollupOf(dictionary), months })
    await exchange(stores, client, dictionary)
  })
  await dropNext(stores, survey)
  await dropFormerTable(stores, survey)
}

const rollupOf = (dictionary: Dictionary) => ({
  from: nextTableOf(dictionary.survey),
  into: nextRollupOf(dictionary.survey),
  indicators: rolledIndicators(dictionary),
})

/** Also what a rebuild that was killed has left: only the session that holds the survey's rebuild lock may. */
export async function dropNext({ clickhouse }: Pick<Stores, 'clickhouse'>, survey: number): Promise<void> {
  await dropChangeTables({ clickhouse }, nextTableOf(survey))
  await dropFigureTable(clickhouse, nextTableOf(survey))
  await dropFigureTable(clickhouse, nextRollupOf(survey))
}

async function createEmpty(stores: Stores, dictionary: Dictionary) {
  await dropNext(stores, dictionary.survey)
  await createFigureTable(stores.clickhouse, nextTableOf(dictionary.survey), surveyTable(dictionary))
  await createFigureTable(stores.clickhouse, nextRollupOf(dictionary.survey), rollupTable)
}

/** The interviews that are there now; those that come meanwhile are changes, which `replay` brings. */
async function fill(stores: Stores, dictionary: Dictionary, onProgress: (done: number, total: number) => void) {
  const { service } = stores
  const own = [dictionary.universe, dictionary.survey]
  const counted = await query(
    service,
    { total: number, last: nullable(int8) },
    'select count(*)::float8 as total, max(number) as last from interview where universe = $1 and survey = $2',
    own,
  )
  const { total, last } = counted.rows[0] ?? { total: 0, last: null }
  let after = '0'
  for (let done = 0; ; ) {
    const { rows } = await query(
      service,
      { last: nullable(int8), count: number },
      `select max(number) as last, count(*)::int as count from (
         select number from interview where universe = $1 and survey = $2 and number > $3 and number <= $4 order by number limit ${slice}) s`,
      [...own, after, last],
    )
    const [next] = rows
    if (!next?.last) return
    await addInterviews(stores, dictionary, interviewRows(dictionary, after, next.last), nextTableOf(dictionary.survey))
    after = next.last
    done += next.count
    onProgress(done, total)
  }
}

/** Brings what the feed has done since into the new table, until at most `rest` changes are left; where that is, and the months that it touched. */
async function replay(
  stores: Stores,
  client: pg.PoolClient,
  dictionary: Dictionary,
  start: Position,
  rest: number,
): Promise<{ readonly to: Position; readonly months: readonly number[] }> {
  let from = start
  const months: number[] = []
  for (;;) {
    const { rows } = await query(
      client,
      { tx: int8, seq: int8, count: number },
      `with passed as (
        select c.tx, c.seq from interview_change c, projection_cursor p
        where c.universe = $1 and c.survey = $2 and (c.tx, c.seq) > ($3::xid8, $4::bigint) and (c.tx, c.seq) <= (p.tx, p.seq)
        order by c.tx, c.seq limit ${slice})
      select tx, seq, (select count(*)::int from passed) as count from passed order by tx desc, seq desc limit 1`,
      [dictionary.universe, dictionary.survey, from.tx, from.seq],
    )
    const [last] = rows
    if (!last || last.count <= rest) return { to: from, months }
    const to = { tx: last.tx, seq: last.seq }
    months.push(...(await applyChanges(stores, dictionary, { from, to }, nextTableOf(dictionary.survey))))
    from = to
  }
}

async function exchange({ clickhouse }: Stores, client: pg.PoolClient, dictionary: Dictionary) {
  const { survey } = dictionary
  await exchangeTables(clickhouse, tableOf(survey), nextTableOf(survey))
  await exchangeTables(clickhouse, rollupTableOf(survey), nextRollupOf(survey))
  await noteRebuilt(client, dictionary)
  await raiseLoadCount(client, survey)
}
