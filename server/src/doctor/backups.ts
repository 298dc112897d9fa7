import { existsSync, statfsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { loggedAt } from '../backup/backup-work.ts'
import { openRepository } from '../backup/repository.ts'
import { isBucket } from '../backup-place/open-place.ts'
import { BackupPlaceFault } from '../backup-place/place.ts'
import { type Check, type Finding, fault, gibibytes, lasting, ok, skipped, warning } from '../checkup/finding.ts'
import type { BackupConfiguration } from '../configuration/backup-configuration.ts'
import { UsageError } from '../fault/usage-error.ts'
import { isSameDisk } from './work.ts'

const name = 'backups'
const hour = 3_600_000
const late = 26 * hour

export async function backupFindings(settings: BackupConfiguration, data: string, now: number): Promise<Finding[]> {
  const { place, keyFile, logMinutes } = settings
  const directory = isBucket(place) ? null : place
  const found: Finding[] = []
  try {
    const repository = await openRepository(settings)
    const newest = await repository.newest()
    if (!newest) found.push(none(place))
    else {
      const age = now - Date.parse(newest.at)
      const logged = (await loggedAt(repository, newest)) ?? 0
      const count = (await repository.ids()).length
      found.push(
        age > late
          ? fault(name, {
              found: `the newest is ${lasting(age)} old`,
              means: 'What came since is lost with the disk, but for the log that was kept.',
              todo: 'See “backup” in kaiku jobs for what failed.',
            })
          : ok(name, `${count} kept, the newest ${lasting(age)} old`),
      )
      if (now - logged > logMinutes * 60_000 + hour)
        found.push(
          warning(name, {
            found: `the log was copied last ${lasting(now - logged)} ago`,
            means: 'A lost disk costs more than KAIKU_BACKUP_LOG_MINUTES says.',
            todo: 'See “backup log” in kaiku jobs, and whether Kaiku runs.',
          }),
        )
      const { bavail, bsize } =
        directory === null ? { bavail: Number.POSITIVE_INFINITY, bsize: 1 } : statfsSync(directory)
      const needed = newest.files.reduce((sum, { size }) => sum + size, 0)
      if (bavail * bsize < needed)
        found.push(
          warning(name, {
            found: `${gibibytes(bavail * bsize)} free in ${place}, and the newest holds ${gibibytes(needed)}`,
            means: 'One that has to be whole again does not fit.',
            todo: 'Make room, or keep fewer days (KAIKU_BACKUP_KEEP_DAYS).',
          }),
        )
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    if (error instanceof BackupPlaceFault) return [unusable(error)]
    found.push(
      error.message.includes('holds no backups')
        ? none(place)
        : fault(name, {
            found: error.message,
            means: 'No backup is made, and none of those that there are can be restored with this key.',
            todo: 'Name the file of the key that they were made with (KAIKU_BACKUP_KEY_FILE), and keep a copy of it elsewhere.',
          }),
    )
  }
  if (directory !== null && existsSync(directory) && isSameDisk(directory, data))
    found.push(
      warning(name, {
        found: 'backups are on the disk of the data directory',
        means: 'A lost disk takes both.',
        todo: 'Keep them on another disk, or copy the directory away each day.',
      }),
    )
  if (directory !== null && resolve(keyFile).startsWith(resolve(directory) + sep))
    found.push(
      fault(name, {
        found: `the key lies among the backups (${keyFile})`,
        means: 'Whoever gets the backups reads them.',
        todo: 'Move the key elsewhere, and keep a copy of it in another place.',
      }),
    )
  return found
}

const unusable = ({ found, todo }: BackupPlaceFault): Finding =>
  fault(name, { found, means: 'No backup is made, and none can be restored.', todo })

const none = (directory: string): Finding =>
  warning(name, {
    found: `none yet in ${directory}`,
    means: 'A lost disk takes everything.',
    todo: 'Wait for the first night, or run kaiku backup now.',
  })

export const backups: Check = {
  name,
  look: async ({ configuration: { backup, databaseUrl, data }, now }) => {
    if (databaseUrl !== undefined)
      return [skipped(name, 'PostgreSQL is not Kaiku’s own: see that its own tools back it up')]
    if (backup !== null) return backupFindings(backup, data, now())
    return [
      warning(name, {
        found: 'Kaiku makes none by itself',
        means: 'A lost disk takes everything, unless something else backs it up.',
        todo: 'Set KAIKU_BACKUP_DIR and KAIKU_BACKUP_KEY_FILE (docs/backup.md).',
      }),
    ]
  },
}
