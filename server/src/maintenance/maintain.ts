import type pg from 'pg'
import { locked, tryLock, unlock } from '../background-work/lock.ts'
import { number, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { forgetBatches } from '../feed/batch.ts'
import { forgetChanges } from '../interview-change/interview-change.ts'
import { dropLeftData } from '../interview-data/data-parquet.ts'
import { dropHold } from '../projection/projection-survey.ts'
import { mergePartitions } from './merge-partitions.ts'
import { purgeErased } from './purge.ts'

/** What a night's work has done. */
export type Maintained = {
  /** Interviews whose erasure has reached the disk. */
  readonly purged: number
  /** Partitions written as one part again. */
  readonly merged: number
  /** Changes forgotten that every reader has passed. */
  readonly trimmed: number
}

/**
 * The night's work: erased interviews leave the disk, partitions are merged, changes that are done are forgotten, as are
 * tables that were left of a file. What is waited for, and what has to be tried again, is said.
 */
export async function maintain(stores: Stores, log: (line: string) => unknown): Promise<Maintained> {
  // Tables are written anew, beside what they were.
  await stores.disk.refuseWhenFull()
  return locked(stores.service, 'maintain', async () => {
    await dropLeftData(stores.clickhouse, Date.now())
    const trimmed = await trimChanges(stores)
    const purged = await purgeErased(stores, log)
    const { rows } = await query(
      stores.service,
      { survey: number },
      'select survey from projection_survey order by survey',
    )
    let merged = 0
    for (const { survey } of rows) merged += await mergePartitions(stores, survey)
    return { purged, merged, trimmed }
  })
}

const trimmedAtOnce = 50_000

const neededPositions = `select tx, seq from projection_cursor
  union all select from_tx, from_seq from projection_batch
  union all select tx, seq from alert_cursor where exists (
    select from survey s join definition_file f
      on (f.universe, f.survey, f.version, f.path) = (s.universe, s.number, s.version, 'alert-rules.json'))
  union all select rebuild_tx, rebuild_seq from projection_survey where rebuild_tx is not null`

/** Forgets changes that neither the feed, after an unclean end, nor alert rules nor a rebuild in progress will read again. */
export async function trimChanges({ service }: Stores): Promise<number> {
  await dropStaleHolds(service)
  await forgetBatches(service)
  for (let trimmed = 0; ; ) {
    const forgotten = await forgetChanges(service, neededPositions, trimmedAtOnce)
    trimmed += forgotten
    if (forgotten < trimmedAtOnce) return trimmed
  }
}

/** A rebuild that was killed holds changes for nobody. */
async function dropStaleHolds(service: pg.Pool): Promise<void> {
  const { rows } = await query(
    service,
    { survey: number },
    'select survey from projection_survey where rebuild_tx is not null',
  )
  if (rows.length === 0) return
  const client = await service.connect()
  try {
    for (const { survey } of rows) {
      if (!(await tryLock(client, { rebuild: survey }))) continue
      await dropHold(client, survey)
      await unlock(client, { rebuild: survey })
    }
  } finally {
    client.release()
  }
}
