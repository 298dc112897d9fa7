import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { BackupConfiguration } from '../configuration/backup-configuration.ts'
import type { Stores } from '../db/stores.ts'
import { readRunning } from '../embedded/data-directory.ts'
import type { Backup } from './backup-list.ts'
import { asSuperuser, chainOf, fetchLog, holdLog, letLogGo } from './cluster.ts'
import { openRepository, type Repository } from './repository.ts'
import { unbroken } from './segment.ts'
import { takeBackup } from './take-backup.ts'

const minute = 60_000
/** Milliseconds. A night that was missed is one too many. */
const late = 26 * 60 * minute

/** Lets PostgreSQL forget its log where it is backed up no longer: nobody would fetch it. */
export async function startBackups(stores: Stores, settings: BackupConfiguration | null): Promise<BackgroundJob> {
  const isOwn = readRunning(stores.directory)?.socket
  if (settings === null && isOwn) await asSuperuser(stores.directory, letLogGo)
  return { stop: async () => {} }
}

/** What of a Kaiku is backed up by itself; nothing without settings. */
export function backupWorks(settings: BackupConfiguration | null): readonly RecurringWork[] {
  if (settings === null) return []
  const { keepDays, hour, logMinutes } = settings
  const open = () => openRepository(settings, { make: true })
  return [
    {
      name: 'backup',
      of: 'kaiku',
      when: { hour },
      run: async ({ stores }) => {
        await asSuperuser(stores.directory, holdLog)
        await takeBackup(stores, { to: await open(), keepDays })
        return null
      },
    },
    {
      name: 'backup log',
      of: 'kaiku',
      when: { every: logMinutes * minute },
      run: async ({ stores, now, log }) => {
        const to = await open()
        const chain = await chainOf(stores.directory)
        await asSuperuser(stores.directory, holdLog)
        const newest = await to.newest(chain)
        if (newest) {
          if (now - Date.parse(newest.at) > late) log(`The newest backup is of ${newest.at}: see kaiku jobs.`)
          const { firstSegment: first, segmentSize } = newest
          const last = await asSuperuser(stores.directory, (client) => fetchLog(client, stores.directory, to, first))
          if (unbroken(await to.segments(chain), first, segmentSize).at(-1) === last) return null
        }
        // The first of this data directory, or where log was lost.
        await takeBackup(stores, { to, keepDays })
        return null
      },
    },
  ]
}

/** Seconds since the newest backup and since the newest piece of log; null: there is none. */
export type BackupAge = { readonly backup: number | null; readonly log: number | null }

/** Null: none are asked for. */
export async function backupAge(settings: BackupConfiguration | null, now: number): Promise<BackupAge | null> {
  if (settings === null) return null
  const from = await openRepository(settings, { make: true })
  const newest = await from.newest()
  if (!newest) return { backup: null, log: null }
  const log = await loggedAt(from, newest)
  return { backup: (now - Date.parse(newest.at)) / 1_000, log: log === null ? null : (now - log) / 1_000 }
}

/** Milliseconds since 1970: when the log after a backup was kept last; null: none is there. */
export async function loggedAt(from: Repository, { chain, lastSegment }: Backup): Promise<number | null> {
  return from.keptAt(chain, (await from.segments(chain)).at(-1) ?? lastSegment)
}

/** A line for who looks after Kaiku: how old the newest backup is, and how far the log goes. */
export async function backupStatus(settings: BackupConfiguration | null, now: number): Promise<string> {
  if (settings === null) return 'none by itself: set KAIKU_BACKUP_DIR'
  const from = await openRepository(settings, { make: true })
  const newest = await from.newest()
  if (!newest) return 'none yet'
  const log = await loggedAt(from, newest)
  const age = now - Date.parse(newest.at) > late ? ', LATE' : ''
  const until = log === null ? 'no log' : `log until ${new Date(log).toISOString()}`
  return `${(await from.ids()).length} kept, the newest of ${newest.at}${age}, ${until}`
}
