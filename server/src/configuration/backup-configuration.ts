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

type Given = { directory: string | undefined; keyFile: string | undefined } & Pick<
  BackupConfiguration,
  'keepDays' | 'hour' | 'logMinutes'
>

/** Null where none are asked for. Throws a refusal for a directory without a key, or within the data directory. */
export function readBackup({ directory, keyFile, keepDays, hour, logMinutes }: Given, data: string) {
  if (directory === undefined) return null
  if (keyFile === undefined)
    throw new UsageError(
      'KAIKU_BACKUP_KEY_FILE must be a file with the key of the backups (kaiku backup --new-key FILE)',
    )
  if (resolve(directory) === data || resolve(directory).startsWith(data + sep))
    throw new UsageError('KAIKU_BACKUP_DIR must be a directory outside of the data directory')
  return { directory: resolve(directory), keyFile: resolve(keyFile), keepDays, hour, logMinutes }
}
