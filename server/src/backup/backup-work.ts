import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import type { BackupConfiguration } from '../configuration/backup-configuration.ts'
import type { Stores } from '../db/stores.ts'
import { readRunning } from '../embedded/data-directory.ts'
import { asSuperuser, chainOf, fetchLog, holdLog, letLogGo } from './cluster.ts'
import { openRepository } from './repository.ts'
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
  const { directory, keyFile, keepDays, hour, logMinutes } = settings
  const open = () => openRepository(directory, keyFile, { make: true })
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
        const newest = (await to.backups()).filter((one) => one.chain === chain).at(-1)
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
  const from = await openRepository(settings.directory, settings.keyFile, { make: true })
  const newest = (await from.backups()).at(-1)
  if (!newest) return { backup: null, log: null }
  const last = (await from.segments(newest.chain)).at(-1) ?? newest.lastSegment
  const { mtimeMs } = await stat(join(settings.directory, 'log', newest.chain, last))
  return { backup: (now - Date.parse(newest.at)) / 1_000, log: (now - mtimeMs) / 1_000 }
}

/** A line for who looks after Kaiku: how old the newest backup is, and how far the log goes. */
export async function backupStatus(settings: BackupConfiguration | null, now: number): Promise<string> {
  if (settings === null) return 'none by itself: set KAIKU_BACKUP_DIR'
  const from = await openRepository(settings.directory, settings.keyFile, { make: true })
  const backups = await from.backups()
  const newest = backups.at(-1)
  if (!newest) return 'none yet'
  const last = (await from.segments(newest.chain)).at(-1) ?? newest.lastSegment
  const { mtime } = await stat(join(settings.directory, 'log', newest.chain, last))
  const age = now - Date.parse(newest.at) > late ? ', LATE' : ''
  return `${backups.length} kept, the newest of ${newest.at}${age}, log until ${mtime.toISOString()}`
}
