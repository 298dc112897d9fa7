import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Command, CommandContext } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { openRepository, type Repository } from './repository.ts'
import { restore, type Until } from './restore.ts'
import { takeBackup } from './take-backup.ts'
import { verify } from './verify.ts'

const key = {
  type: 'string',
  value: 'FILE',
  summary: 'file with the key of the backups (KAIKU_BACKUP_KEY_FILE)',
} as const

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up a Kaiku, also while it runs; or list the backups, or make a key for them.',
  usage: '[DIR]',
  options: {
    key,
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
      const isOwn = repository.directory === configuration.backup?.directory
      const keepDays = isOwn ? (configuration.backup?.keepDays ?? null) : null
      const made = await takeBackup(stores, { to: repository, keepDays, onProgress: (bytes) => shown.at(bytes) })
      shown.end()
      print(`Backed up ${made.id}: ${made.files.length} files, ${mebibytes(made.added)} MiB added.`)
    } finally {
      await stores.close()
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a data directory (--data) of a backup: the newest state that is kept, or that of a moment.',
  usage: 'DIR',
  options: {
    key,
    at: { type: 'string', value: 'TIME', summary: 'the moment, such as 2026-11-28T09:30:00Z' },
    backup: { type: 'string', value: 'ID', summary: 'the moment of this backup' },
  },
  positionals: [1, 1],
  run: async (context) => {
    const { options, configuration, print, progress } = context
    const { at, backup } = { at: named(options.at), backup: named(options.backup) }
    if (at !== undefined && backup !== undefined) throw new UsageError('choose one of --at and --backup')
    const until: Until = backup !== undefined ? { backup } : at === undefined ? 'end' : { at: momentOf(at) }
    const from = await repositoryOf(context, false)
    const shown = progress('bytes written')
    const made = await restore({
      from,
      to: configuration.data,
      until,
      onProgress: (done, total) => shown.at(done, total),
    })
    shown.end()
    print(`Restored ${made.id} into ${configuration.data}. Its figures are made anew when Kaiku starts there.`)
  },
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Restore a backup to a place that is removed again, and compare all of it with what it was made of.',
  usage: 'DIR',
  options: {
    key,
    backup: { type: 'string', value: 'ID', summary: 'which backup (default: the newest)' },
    figures: { type: 'string', value: 'FILE', summary: 'write the list that is compared into FILE, as JSON' },
    scratch: {
      type: 'string',
      value: 'DIR',
      summary: 'where there is room for all of it (default: that of the system)',
    },
  },
  positionals: [1, 1],
  run: async (context) => {
    const { options, print } = context
    const from = await repositoryOf(context, false)
    const scratch = resolve(named(options.scratch) ?? tmpdir())
    const { made, equal, wrong } = await verify({ from, backup: named(options.backup), scratch, say: print })
    const file = named(options.figures)
    if (file !== undefined) await writeFile(file, `${JSON.stringify(made.list, null, 2)}\n`, { mode: 0o600 })
    for (const line of wrong) print(line)
    print(
      wrong.length === 0
        ? `${made.id} is whole: ${equal} tables and surveys are equal to its list.`
        : `${made.id} is wrong.`,
    )
    return wrong.length === 0 ? 0 : 1
  },
}

const named = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)

function repositoryOf({ options, positionals, configuration }: CommandContext, make: boolean): Promise<Repository> {
  const directory = positionals[0] === undefined ? configuration.backup?.directory : resolve(positionals[0])
  if (directory === undefined) throw new UsageError('say where the backups are: kaiku backup DIR, or KAIKU_BACKUP_DIR')
  const keyFile = named(options.key) ?? configuration.backupKeyFile
  if (keyFile === null) throw new UsageError('say which key the backups have: --key FILE, or KAIKU_BACKUP_KEY_FILE')
  return openRepository(directory, resolve(keyFile), { make })
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

/** Milliseconds since 1970. A time without a zone would be another on another machine. */
function momentOf(text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = isWhole ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new UsageError(`"${text}" is no moment like 2026-11-28T09:30:00Z`)
  return moment
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
