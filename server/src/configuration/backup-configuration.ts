import { resolve, sep } from 'node:path'
import { UsageError } from '../fault/usage-error.ts'

/** Backups that Kaiku makes by itself. */
export type BackupConfiguration = {
  /** Absolute. */
  readonly directory: string
  /** Absolute; the file with the key that they are sealed under. */
  readonly keyFile: string
  readonly keepDays: number
  /** Of the night, in the zone in which most universes live. */
  readonly hour: number
  /** Minutes between two copies of PostgreSQL’s log: what a lost disk may cost. */
  readonly logMinutes: number
}

type Given = {
  /** Of a PostgreSQL of one’s own. */
  databaseUrl: string | undefined
  directory: string | undefined
  keyFile: string | undefined
} & Pick<BackupConfiguration, 'keepDays' | 'hour' | 'logMinutes'>

/** Null where none are asked for. Throws a refusal for a PostgreSQL of one’s own, a directory
 * without a key, or one within the data directory. */
export function readBackup(given: Given, data: string): BackupConfiguration | null {
  const { databaseUrl, directory, keyFile, keepDays, hour, logMinutes } = given
  if (directory === undefined) return null
  if (databaseUrl !== undefined)
    throw new UsageError(
      'KAIKU_BACKUP_DIR is for the embedded PostgreSQL: back up that of DATABASE_URL with its own tools',
    )
  if (keyFile === undefined)
    throw new UsageError(
      'KAIKU_BACKUP_KEY_FILE must be a file with the key of the backups (kaiku backup --new-key FILE)',
    )
  if (resolve(directory) === data || resolve(directory).startsWith(data + sep))
    throw new UsageError('KAIKU_BACKUP_DIR must be a directory outside of the data directory')
  return { directory: resolve(directory), keyFile: resolve(keyFile), keepDays, hour, logMinutes }
}
