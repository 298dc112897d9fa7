import { locked } from '../background-work/lock.ts'
import { bool, int8s, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { notePeoplePurged } from '../erasure/note-purged.ts'
import { dropNext } from '../feed/rebuild.ts'
import { notePurged } from '../interview-change/remove-interview.ts'
import { forgetMailOfErased } from '../mail/forget-mail.ts'
import { noteRemovalsPurged, unpurgedRemovals } from '../retention/removal.ts'
import { keptIn } from '../shard/cluster.ts'
import { noteDeletionsPurged, unpurgedDeletions } from '../universe-deletion/note-purged.ts'
import { cleanTruth } from './clean-disk.ts'
import { mergePartitions } from './merge-partitions.ts'
import { dropOldParts } from './old-parts.ts'

type Log = (line: string) => unknown

/** Days after which what is erased has to be gone from disk, whatever the hour is. */
const overdue = 1

/** Whether something was erased that a night should have taken from the disk, and did not. */
export async function isPurgeOverdue({ service }: Stores): Promise<boolean> {
  const { rows } = await query(
    service,
    { is: bool },
    `select exists (select from erasure where purged_at is null and erased_at < now() - make_interval(days => $1))
       or exists (select from person_erasure where purged_at is null and erased_at < now() - make_interval(days => $1))
       or exists (select from retention_removal where purged_at is null and on_day < current_date - $1)
       or exists (select from universe_deletion where purged_at is null and asked_at < now() - make_interval(days => $1))
       as is`,
    [overdue],
  )
  return rows[0]?.is ?? false
}

/**
 * Removes every version of erased interviews from ClickHouse's files, and what was erased from PostgreSQL's; how many
 * interviews that were. What is not gone from both is not called gone: it is said, and the next night tries again.
 */
export async function purgeErased(stores: Stores, log: Log): Promise<number> {
  const { service } = stores
  // Only what the feed has taken back: an older batch could bring it in again.
  const { rows } = await query(
    service,
    { survey: number, numbers: int8s },
    `select e.survey, array_agg(e.number) as numbers from erasure e where purged_at is null
       and not exists (select from interview_change c, projection_cursor p
         where c.survey = e.survey and c.number = e.number and (c.tx, c.seq) > (p.tx, p.seq))
       and not exists (select from projection_batch where done_at is null)
     group by e.survey`,
  )
  const people = await query(service, { id: text }, 'select id from person_erasure where purged_at is null')
  const universes = await unpurgedDeletions(service)
  const removals = await unpurgedRemovals(stores)
  if (rows.length === 0 && people.rows.length === 0 && universes.length === 0 && removals.length === 0) return 0
  const gone: typeof rows = []
  for (const row of rows) if (await purgeTable(stores, row.survey, row.numbers, log)) gone.push(row)
  const cleared = new Set<number>()
  for (const survey of new Set(removals.map((one) => one.survey)))
    if (await dropVersions(stores, survey, log)) cleared.add(survey)
  if (gone.length + cleared.size === 0 && rows.length + removals.length > 0) return 0
  // What was told of the alerts of interviews that are gone.
  await forgetMailOfErased(service)
  const cleaned = await cleanTruth(stores, log, universes.length > 0)
  if (cleaned === null) return 0
  for (const { survey, numbers } of gone) await notePurged(service, survey, numbers)
  await noteRemovalsPurged(
    service,
    removals.filter(({ survey }) => cleared.has(survey)),
  )
  await notePeoplePurged(
    service,
    people.rows.map(({ id }) => id),
    cleaned.hasFreedPages,
  )
  await noteDeletionsPurged(service, universes)
  return gone.reduce((sum, { numbers }) => sum + numbers.length, 0)
}

/** Whether no file of a survey's table holds what interviews were before something was removed of them. */
async function dropVersions(stores: Stores, survey: number, log: Log): Promise<boolean> {
  const table = tableOf(survey)
  try {
    return await locked(stores.service, { rebuild: survey }, async () => {
      await dropNext(stores, survey)
      await mergePartitions(stores, survey)
      const isGone = await dropOldParts(stores.clickhouse, table)
      if (!isGone) log(`What was removed is on disk still: ClickHouse uses old files of ${table}.`)
      return isGone
    })
  } catch (error) {
    log(`What was removed is on disk still, in ${table}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

/** Whether no file of a survey's table holds these interviews any more. No rebuild may copy them meanwhile. */
async function purgeTable(stores: Stores, survey: number, numbers: readonly string[], log: Log): Promise<boolean> {
  const [{ clickhouse, service }, table] = [stores, tableOf(survey)]
  const those = `id in (${numbers.join(', ')})`
  const lane = { lane: 'heavy', timeout: 600 } as const
  try {
    return await locked(service, { rebuild: survey }, async () => {
      await dropNext(stores, survey)
      // Every mutation writes all parts anew: none where the last try removed them and only their files were left.
      const found = await clickhouse.read(`select 1 from ${table} where ${those} limit 1`, {}, lane)
      const settings = { mutations_sync: 2 }
      if (found.length > 0)
        await clickhouse.command(
          `alter table ${await keptIn(clickhouse, table)} delete where ${those}`,
          {},
          { ...lane, settings },
        )
      const isGone = await dropOldParts(clickhouse, table)
      if (!isGone) log(`Erased interviews are on disk still: ClickHouse uses old files of ${table}.`)
      return isGone
    })
  } catch (error) {
    log(`Erased interviews are on disk still, in ${table}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}
