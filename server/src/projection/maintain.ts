import type pg from 'pg'
import { cleanTruth } from '../erasure/clean-disk.ts'
import type { Stores } from '../stores.ts'
import { tableOf } from '../survey/dictionary.ts'
import { locked, tryLock, unlock } from './lock.ts'
import { dropOldParts } from './old-parts.ts'
import { rollupTableOf } from './rollup.ts'

/** What a night's work has done. */
export type Maintained = {
  /** Interviews whose erasure has reached the disk. */
  readonly purged: number
  /** Partitions written as one part again. */
  readonly merged: number
  /** Changes forgotten that every reader has passed. */
  readonly trimmed: number
}

/** The night's work: erased interviews leave the disk, partitions are merged, changes that are done are forgotten. */
export async function maintain(stores: Stores, say: (line: string) => void = () => {}): Promise<Maintained> {
  return locked(stores.service, 'maintain', async () => {
    const trimmed = await trimChanges(stores)
    say(`${trimmed} changes forgotten`)
    const purged = await purgeErased(stores)
    say(`${purged} erased interviews gone from disk`)
    const { rows } = await stores.service.query<{ survey: number }>(
      'select survey from projection_survey order by survey',
    )
    let merged = 0
    for (const { survey } of rows) merged += await mergePartitions(stores, survey)
    say(`${merged} partitions merged`)
    return { purged, merged, trimmed }
  })
}

/** Merges what was written in several parts since: reading the newest version of rows costs nothing then. */
export async function mergePartitions({ clickhouse }: Stores, survey: number): Promise<number> {
  const rows = await clickhouse.read<[string, string]>(
    `select table, partition_id from system.parts
     where active and database = currentDatabase() and table in ({table: String}, {rollup: String})
     group by table, partition_id having count() > 1`,
    { table: tableOf(survey), rollup: rollupTableOf(survey) },
    { lane: 'heavy' },
  )
  for (const [table, partition] of rows)
    await clickhouse.command(
      `optimize table ${table} partition id '${partition}' final`,
      {},
      { lane: 'heavy', timeout: 600 },
    )
  return rows.length
}

/** Removes every version of erased interviews from ClickHouse's files, and what was erased from PostgreSQL's. */
export async function purgeErased(stores: Stores): Promise<number> {
  const { service, clickhouse } = stores
  // Only what the feed has taken back: an older batch could bring it in again.
  const { rows } = await service.query<{ survey: number; numbers: string[] }>(
    `select e.survey, array_agg(e.number) as numbers from erasure e where purged_at is null
       and not exists (select from interview_change c, projection_cursor p
         where c.survey = e.survey and c.number = e.number and (c.tx, c.seq) > (p.tx, p.seq))
       and not exists (select from projection_batch where done_at is null)
     group by e.survey`,
  )
  const people = await service.query<{ id: string }>('select id from person_erasure where purged_at is null')
  if (rows.length === 0 && people.rows.length === 0) return 0
  for (const { survey, numbers } of rows)
    await clickhouse.command(
      `alter table ${tableOf(survey)} delete where id in (${numbers.join(', ')})`,
      {},
      { lane: 'heavy', timeout: 600, settings: { mutations_sync: 2 } },
    )
  // What was told of the alerts of interviews that are gone.
  await service.query(
    'delete from mailbox where about is not null and exists (select from alert where id = any(about) and interview is null)',
  )
  const isGone = await dropOldParts(
    stores,
    rows.map(({ survey }) => tableOf(survey)),
  )
  // The next night tries again: nothing is called gone that is not.
  if (!isGone) return 0
  const { hasFreedPages } = await cleanTruth(stores)
  const numbers = rows.flatMap((row) => row.numbers)
  await service.query('update erasure set purged_at = clock_timestamp() where purged_at is null and number = any($1)', [
    numbers,
  ])
  await service.query(
    `update person_erasure p set purged_at = clock_timestamp(),
       remains = case when $2 then array_append(remains, 'freedPages') else remains end
     where id = any($1) and not exists (
       select from erasure e where e.survey = any(p.surveys) and e.purged_at is null and e.erased_at <= p.erased_at)`,
    [people.rows.map(({ id }) => id), hasFreedPages],
  )
  return numbers.length
}

const keptBatches = `interval '10 minutes'`
const trimmedAtOnce = 50_000

/** Forgets changes that neither the feed, after an unclean end, nor alert rules nor a rebuild in progress will read again. */
export async function trimChanges({ service }: Stores): Promise<number> {
  await dropStaleHolds(service)
  await service.query(`delete from projection_batch where done_at < clock_timestamp() - ${keptBatches}`)
  for (let trimmed = 0; ; ) {
    const { rowCount } = await service.query(
      `with kept as (
        select tx, seq from projection_cursor
        union all select from_tx, from_seq from projection_batch
        union all select tx, seq from alert_cursor where exists (
          select from survey s join definition_file f
            on (f.universe, f.survey, f.version, f.path) = (s.universe, s.number, s.version, 'alert-rules.json'))
        union all select rebuild_tx, rebuild_seq from projection_survey where rebuild_tx is not null),
      first as (select tx, seq from kept order by tx, seq limit 1)
      delete from interview_change where (tx, seq) in (
        select c.tx, c.seq from interview_change c
        where (c.tx, c.seq) <= ((select tx from first), (select seq from first)) order by c.tx, c.seq limit ${trimmedAtOnce})`,
    )
    trimmed += rowCount ?? 0
    if ((rowCount ?? 0) < trimmedAtOnce) return trimmed
  }
}

/** A rebuild that was killed holds changes for nobody. */
async function dropStaleHolds(service: pg.Pool): Promise<void> {
  const { rows } = await service.query<{ survey: number }>(
    'select survey from projection_survey where rebuild_tx is not null',
  )
  if (rows.length === 0) return
  const client = await service.connect()
  try {
    for (const { survey } of rows) {
      if (!(await tryLock(client, { rebuild: survey }))) continue
      await client.query('update projection_survey set rebuild_tx = null, rebuild_seq = null where survey = $1', [
        survey,
      ])
      await unlock(client, { rebuild: survey })
    }
  } finally {
    client.release()
  }
}
