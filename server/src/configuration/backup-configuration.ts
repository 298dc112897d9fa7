import { resolve, sep } from 'node:path'
import { isBucket, openPlace } from '../backup-place/open-place.ts'
import type { S3Access } from '../backup-place/place.ts'
import { UsageError } from '../fault/usage-error.ts'

/** Backups that Kaiku makes by itself. */
export type BackupConfiguration = {
  /** An absolute path, or `s3://bucket/prefix`. */
  readonly place: string
  /** How buckets are reached; null: nothing is said of it. */
  readonly s3: S3Access | null
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
} & Pick<BackupConfiguration, 's3' | 'keepDays' | 'hour' | 'logMinutes'>

/** Null where none are asked for. Throws a refusal for a PostgreSQL of one’s own, a place
 * without a key, a bucket without access, or a directory within the data directory. */
export function readBackup(given: Given, data: string): BackupConfiguration | null {
  const { databaseUrl, directory, keyFile, s3, keepDays, hour, logMinutes } = given
  if (directory === undefined) return null
  if (databaseUrl !== undefined)
    throw new UsageError(
      'KAIKU_BACKUP_DIR is for the embedded PostgreSQL: back up that of DATABASE_URL with its own tools',
    )
  if (keyFile === undefined)
    throw new UsageError(
      'KAIKU_BACKUP_KEY_FILE must be a file with the key of the backups (kaiku backup --new-key FILE)',
    )
  const place = placeOf(directory)
  // Refuses a bucket that is written wrongly, or that nothing says how to reach.
  openPlace(place, s3)
  if (place === data || place.startsWith(data + sep))
    throw new UsageError('KAIKU_BACKUP_DIR must be a directory outside of the data directory')
  return { place, keyFile: resolve(keyFile), s3, keepDays, hour, logMinutes }
}

/** A place of backups as somebody wrote it: a path becomes absolute. */
export const placeOf = (written: string): string => (isBucket(written) ? written : resolve(written))

type GivenS3 = Record<'endpoint' | 'keyId' | 'secret' | 'pathStyle', string | undefined> & { readonly region: string }

/** Null where nothing is said of a key. Throws a refusal for a key without its secret, or a secret without its key. */
export function readS3({ endpoint, region, keyId, secret, pathStyle }: GivenS3): S3Access | null {
  if (keyId === undefined && secret === undefined) return null
  if (keyId === undefined) throw new UsageError('KAIKU_BACKUP_S3_KEY_ID must be set where KAIKU_BACKUP_S3_SECRET is')
  if (secret === undefined) throw new UsageError('KAIKU_BACKUP_S3_SECRET must be set where KAIKU_BACKUP_S3_KEY_ID is')
  const own = endpoint?.replace(/\/+$/, '') ?? null
  // Others than AWS seldom have a name for each bucket.
  const isInPath = pathStyle === undefined ? own !== null : pathStyle === 'on'
  return { endpoint: own, region, keyId, secret, pathStyle: isInPath }
}
