import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Backup, chooseBackup } from '../backup/backup-list.ts'
import type { Repository } from '../backup/repository.ts'
import { unbroken } from '../backup/segment.ts'
import { ahead } from '../backup-place/ahead.ts'
import { settleAll } from '../backup-place/directory-place.ts'
import { prepareDataDirectory } from '../embedded/data-directory.ts'
import { recoverPostgres } from '../embedded/postgres.ts'
import { UsageError } from '../fault/usage-error.ts'

/**
 * How far: to the moment of a backup; to another (milliseconds since 1970), by the log kept since; or as far as the log
 * goes.
 */
export type Until = 'end' | { readonly backup: string | undefined } | { readonly at: number }

type Restoring = {
  readonly from: Repository
  /** Absolute; not there, or empty. */
  readonly to: string
  readonly until: Until
  readonly onProgress?: (bytes: number, total: number) => void
}

/**
 * Makes a data directory of a backup. Everything is checked before anything is written, and it has its name only once it
 * is whole. Throws a refusal that names what is damaged or missing, or says how far the log goes.
 */
export async function restore({ from, to, until, onProgress = () => {} }: Restoring): Promise<Backup> {
  refuseUsed(to)
  const backups = await from.backups()
  const made = chooseBackup(backups, {
    id: typeof until === 'object' && 'backup' in until ? until.backup : undefined,
    at: typeof until === 'object' && 'at' in until ? until.at : undefined,
  })
  const segments = unbroken(await from.segments(made.chain), made.firstSegment, made.segmentSize)
  if (!segments.includes(made.lastSegment))
    throw new UsageError(`the backup is damaged: log/${made.chain} lacks what follows ${segments.at(-1) ?? 'nothing'}`)
  const isOwnMoment = typeof until === 'object' && 'backup' in until
  const needed = isOwnMoment ? segments.filter((segment) => segment <= made.lastSegment) : segments
  await check(from, made, needed)

  const draft = join(dirname(to), `.${basename(to)}.restoring`)
  rmSync(draft, { recursive: true, force: true })
  try {
    prepareDataDirectory(draft)
    await write(from, made, draft, onProgress)
    for (const segment of needed)
      await writeFile(join(draft, 'postgres', 'pg_wal', segment), await from.log(made.chain, segment), { mode: 0o600 })
    await writeFile(join(draft, 'postgres', 'recovery.signal'), '', { mode: 0o600 })
    await recover(draft, made, until)
    await settleAll(draft)
    await rename(draft, to)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return made
}

function refuseUsed(to: string) {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new UsageError(`${to} is not empty: a backup is restored into a directory of its own (--data DIR)`)
}

/** Pieces that are fetched at a time. */
const atOnce = 8

async function check(from: Repository, made: Backup, segments: readonly string[]): Promise<void> {
  const firstUse = new Map<string, string>()
  for (const { path, pieces } of made.files)
    for (const piece of pieces) if (!firstUse.has(piece)) firstUse.set(piece, path)
  const look = async ([piece, path]: readonly [string, string]) => {
    try {
      // Only that it is whole: it is fetched again when it is written.
      await from.piece(piece)
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${error.message} (of ${path})`)
      throw error
    }
  }
  for await (const [,] of ahead(firstUse, atOnce, look));
  for (const segment of segments) await from.log(made.chain, segment)
}

async function write(
  from: Repository,
  { directories, files }: Backup,
  draft: string,
  onProgress: (bytes: number, total: number) => void,
): Promise<void> {
  const inside = (path: string) => {
    const whole = resolve(draft, path)
    if (!whole.startsWith(draft + sep)) throw new UsageError(`the backup names a file outside of it: ${path}`)
    return whole
  }
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let written = 0
  for (const directory of directories) await mkdir(inside(directory), { recursive: true, mode: 0o700 })
  for (const { path, pieces } of files) {
    await mkdir(dirname(inside(path)), { recursive: true, mode: 0o700 })
    const file = await open(inside(path), 'w', 0o600)
    try {
      for await (const [, content] of ahead(pieces, atOnce, from.piece)) {
        await file.write(content)
        written += content.length
        onProgress(written, total)
      }
    } finally {
      await file.close()
    }
  }
}

const beforeTarget = /recovery ended before configured recovery target was reached/
const lastSeen = /last completed transaction was at log time ([^\n]+)/

async function recover(draft: string, { point }: Backup, until: Until): Promise<void> {
  const target: Record<string, string> = {}
  if (typeof until === 'object' && 'at' in until)
    target.recovery_target_time = new Date(until.at).toISOString().replace('T', ' ').replace('Z', '+00')
  else if (until !== 'end') target.recovery_target_name = point
  try {
    await recoverPostgres(
      draft,
      Object.assign(target, {
        // The log is where PostgreSQL looks next.
        restore_command: 'false',
        recovery_target_action: 'promote',
        recovery_target_timeline: 'current',
        hot_standby: 'off',
        recovery_init_sync_method: 'syncfs',
        // Nobody uses it meanwhile.
        max_slot_wal_keep_size: '-1',
      }),
    )
  } catch (error) {
    if (!(error instanceof Error && beforeTarget.test(error.message))) throw error
    const last = lastSeen.exec(error.message)?.[1]
    throw new UsageError(
      `the log of the backup does not go so far${last === undefined ? '' : `: what was written last is of ${last}`}`,
    )
  }
}
