import { randomBytes } from 'node:crypto'
import { release } from '@kaiku/core/release.ts'
import { alone } from '../background-work/lock.ts'
import { bool, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import type { Backup } from './backup-list.ts'
import { takeMoment } from './checking-list.ts'
import { asSuperuser, chainOf, fetchLog, oneRow, segmentSizeOf } from './cluster.ts'
import { copyFiles } from './copy-files.ts'
import type { Repository } from './repository.ts'

type Taking = {
  readonly to: Repository
  /** Days that a backup is kept; null: for good. */
  readonly keepDays: number | null
  readonly onProgress?: (bytes: number) => void
}

const day = 86_400_000

/**
 * Makes a backup of a Kaiku that runs, and forgets those that are kept no longer. Throws a refusal where PostgreSQL is
 * not ours or another backup is being made; what is broken off leaves the earlier ones as they are.
 */
export async function takeBackup(stores: Stores, { to, keepDays, onProgress = () => {} }: Taking): Promise<Backup> {
  let made: Backup | null = null
  const isAlone = await alone(stores.service, 'backup', async () => {
    const { directory } = stores
    made = await copied(directory, to, onProgress)
    if (keepDays === null) return
    const oldest = Date.parse(made.at) - keepDays * day
    const kept = (await to.backups()).filter((one) => one.id === made?.id || Date.parse(one.at) >= oldest)
    await to.keepOnly(kept, await chainOf(directory))
  })
  const taken = (): Backup | null => made
  const result = taken()
  if (!isAlone || result === null) throw new UsageError('another backup is being made')
  return result
}

const copied = (directory: string, to: Repository, onProgress: (bytes: number) => void): Promise<Backup> =>
  asSuperuser(directory, async (client) => {
    const { isEmpty } = await oneRow(client, { isEmpty: bool }, `select to_regclass('universe') is null as "isEmpty"`)
    if (isEmpty) throw new UsageError(`there is nothing to back up: Kaiku has never started on ${directory}`)
    const begun = new Date()
    const id = `${begun.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(3).toString('hex')}`
    // The log since the beginning is kept until it is fetched; the hold ends with the session, whatever it ends of.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `kaiku_backup_${randomBytes(4).toString('hex')}`,
    ])
    const { first, version } = await oneRow(
      client,
      { first: text, version: text },
      `select pg_walfile_name(pg_backup_start($1, true)) as first, current_setting('server_version') as version`,
      [id],
    )
    const { directories, files, added } = await copyFiles(directory, to, onProgress)
    const { label } = await oneRow(
      client,
      { label: text },
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    const { piece } = await to.keepPiece(Buffer.from(label))
    files.push({ path: 'postgres/backup_label', size: Buffer.byteLength(label), pieces: [piece] })
    const { at, list } = await takeMoment(directory, id)
    const lastSegment = await fetchLog(client, directory, to, first)
    if (lastSegment === null) throw new Error('PostgreSQL has lost the log of the backup')
    const made: Backup = {
      id,
      at: at.toISOString(),
      kaiku: release,
      postgres: version.split('.')[0] ?? '',
      chain: await chainOf(directory),
      firstSegment: first,
      lastSegment,
      segmentSize: await segmentSizeOf(client),
      point: id,
      directories,
      files,
      added,
      list,
    }
    await to.keepBackup(made)
    return made
  })
