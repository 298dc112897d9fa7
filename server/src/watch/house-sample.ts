import type { HouseSample } from '@kaiku/contract/watch.ts'
import { queueTotals } from '../background-work/queue-state.ts'
import { type BackupAge, backupAge } from '../backup/backup-work.ts'
import type { BackupConfiguration } from '../configuration/backup-configuration.ts'
import { clickhouseSize, postgresSize } from '../db/store-size.ts'
import type { Stores } from '../db/stores.ts'
import { lagClock } from '../feed/lag-clock.ts'
import { changesBehind, followed } from '../projection/pending.ts'
import { waitingTables } from '../work-page/waiting-table.ts'

/** Milliseconds for which the age of backups holds: it is read from many files. */
const backupHolds = 600_000

/** Looks how all of Kaiku fares, in one process; `now`: milliseconds since 1970. Throws where PostgreSQL is away. */
function houseLooker(stores: Stores, backup: BackupConfiguration | null) {
  const lagOf = lagClock()
  let known: { readonly at: number; readonly age: BackupAge | null } | null = null
  const backupNow = async (now: number): Promise<BackupAge | null> => {
    if (known === null || now - known.at > backupHolds) known = { at: now, age: await backupAge(backup, now) }
    const { at, age } = known
    const later = (seconds: number | null) => (seconds === null ? null : seconds + (now - at) / 1_000)
    return age && { backup: later(age.backup), log: later(age.log) }
  }
  return async (now: number): Promise<HouseSample> => {
    const { disk } = stores
    const [queues, behind, positions, postgres, clickhouse, free, total, age] = await Promise.all([
      Promise.all(
        Object.values(waitingTables).map(async (table) => [table.name, await queueTotals(stores, table)] as const),
      ),
      changesBehind(stores),
      followed(stores),
      postgresSize(stores),
      clickhouseSize(stores),
      disk.free(),
      disk.total(),
      backupNow(now),
    ])
    return {
      queues: Object.fromEntries(queues),
      behind,
      lag: lagOf(positions, now),
      postgres,
      clickhouse,
      disk: { free, total, reserve: disk.reserve },
      backup: age,
    }
  }
}

const lookers = new WeakMap<Stores, ReturnType<typeof houseLooker>>()

/** The one that everything on these stores shares: it remembers when changes were first seen. */
export function sharedLooker(stores: Stores, backup: BackupConfiguration | null): ReturnType<typeof houseLooker> {
  const looker = lookers.get(stores) ?? houseLooker(stores, backup)
  lookers.set(stores, looker)
  return looker
}
