import { resolve } from 'node:path'
import { type CommandContext, named } from '../command/command.ts'
import { placeOf } from '../configuration/backup-configuration.ts'
import { UsageError } from '../fault/usage-error.ts'
import { openRepository, type Repository } from './repository.ts'

export const keyOption = {
  type: 'string',
  value: 'FILE',
  summary: 'file with the key of the backups (KAIKU_BACKUP_KEY_FILE)',
} as const

/** The backups that a command is about: its first word or `KAIKU_BACKUP_DIR`. `make`: they may be the first ones. */
export function repositoryOf(
  { options, positionals, configuration }: CommandContext,
  make: boolean,
): Promise<Repository> {
  const place = positionals[0] === undefined ? configuration.backup?.place : placeOf(positionals[0])
  if (place === undefined) throw new UsageError('say where the backups are: kaiku backup DIR, or KAIKU_BACKUP_DIR')
  const keyFile = named(options.key) ?? configuration.backupKeyFile
  if (keyFile === null) throw new UsageError('say which key the backups have: --key FILE, or KAIKU_BACKUP_KEY_FILE')
  return openRepository({ place, keyFile: resolve(keyFile), s3: configuration.backupS3 }, { make })
}
