import { UsageError } from '../fault/usage-error.ts'
import { directoryPlace } from './directory-place.ts'
import type { BackupPlace, S3Access } from './place.ts'
import { s3Place } from './s3-place.ts'

/** `s3`: null where the settings say nothing of it. Throws a refusal where it is needed then. */
export function openPlace(name: string, s3: S3Access | null): BackupPlace {
  if (!isBucket(name)) return directoryPlace(name)
  if (s3 === null) throw new UsageError(`${name} needs KAIKU_BACKUP_S3_KEY_ID and KAIKU_BACKUP_S3_SECRET: set both`)
  return s3Place(name, s3)
}

/** Whether a place of backups is part of a bucket rather than a directory. */
export const isBucket = (name: string): boolean => name.startsWith('s3://')
