import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Command, named } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import type { Repository } from './repository.ts'
import { keyOption, repositoryOf } from './repository-option.ts'
import { takeBackup } from './take-backup.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up a Kaiku, also while it runs; or list the backups, or make a key for them.',
  usage: '[DIR | s3://BUCKET/PREFIX]',
  options: {
    key: keyOption,
    list: { type: 'boolean', summary: 'list the backups in DIR, and make none' },
    'new-key': { type: 'string', value: 'FILE', summary: 'write a new key into FILE, and do nothing else' },
  },
  positionals: [0, 1],
  run: async (context) => {
    const { options, configuration, print, log, progress } = context
    const newKey = named(options['new-key'])
    if (newKey !== undefined) return makeKey(newKey, print)
    const repository = await repositoryOf(context, options.list !== true)
    if (options.list === true) return list(repository, print)
    const stores = await openStores({ ...configuration, log })
    try {
      const shown = progress('bytes read')
      const isOwn = repository.place.name === configuration.backup?.place
      const keepDays = isOwn ? (configuration.backup?.keepDays ?? null) : null
      const made = await takeBackup(stores, { to: repository, keepDays, onProgress: (bytes) => shown.at(bytes) })
      shown.end()
      print(`Backed up ${made.id}: ${made.files.length} files, ${mebibytes(made.added)} MiB added.`)
    } finally {
      await stores.close()
    }
  },
}

async function makeKey(file: string, print: (line: string) => void): Promise<void> {
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: Error) => {
      throw new UsageError(`the key cannot be written: ${error.message}`)
    },
  )
  print(`Wrote a new key to ${file}. Keep a copy away from this machine: without it no backup can be read.`)
}

async function list(repository: Repository, print: (line: string) => void): Promise<void> {
  const backups = await repository.backups()
  for (const { id, at, files, added, kaiku } of backups) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    print(`${id}  of ${at}, ${mebibytes(bytes)} MiB, ${mebibytes(added)} MiB added, Kaiku ${kaiku}`)
  }
  if (backups.length === 0) print('There are no backups.')
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
