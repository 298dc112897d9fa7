import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { UsageError } from '../fault/usage-error.ts'
import { type Backup, backup } from './backup-list.ts'
import { type Seal, sealOf } from './sealing.ts'

/**
 * A directory of backups. What stands in it is sealed, but for the file that says what it is. Each file is written aside
 * and named when it is whole; none is ever changed.
 */
export type Repository = {
  readonly directory: string
  /** Keeps it under its own fingerprint, once; `bytes`: how many more are on the disk for it. */
  readonly keepPiece: (content: Buffer) => Promise<{ readonly piece: string; readonly bytes: number }>
  /** Throws a refusal that names it. */
  readonly piece: (piece: string) => Promise<Buffer>
  readonly keepLog: (chain: string, segment: string, content: Buffer) => Promise<void>
  readonly log: (chain: string, segment: string) => Promise<Buffer>
  /** The oldest first. */
  readonly segments: (chain: string) => Promise<readonly string[]>
  /** Only once all that it names is on the disk, so that a loss of power leaves no backup that lacks something. */
  readonly keepBackup: (made: Backup) => Promise<void>
  /** The oldest first. Throws a refusal for one that is damaged. */
  readonly backups: () => Promise<readonly Backup[]>
  /** Forgets what no backup of these needs; log of `chain` from the first that they need on stays. */
  readonly keepOnly: (backups: readonly Backup[], chain: string) => Promise<void>
}

const description = z.strictObject({
  kind: z.literal('kaiku.backup'),
  format: z.literal(1),
  salt: z.base64(),
  /** Something sealed, by which a wrong key is known. */
  check: z.base64(),
})
const descriptionFile = 'kaiku-backup.json'
const saltBytes = 16
const leastKey = 20

/** What stands in the file, without white space around it. Throws a refusal for one that can be guessed. */
async function readKey(keyFile: string): Promise<string> {
  const key = (
    await readFile(keyFile, 'utf8').catch((error: Error) => {
      throw new UsageError(`the key of the backups cannot be read: ${error.message}`)
    })
  ).trim()
  if (key.length < leastKey)
    throw new UsageError(`${keyFile} holds fewer than ${leastKey} characters: too few for a key`)
  return key
}

/** Opens a directory of backups, or makes one where `make` says so and nothing is there. Throws a refusal for a wrong key. */
export async function openRepository(
  directory: string,
  keyFile: string,
  { make = false }: { readonly make?: boolean } = {},
): Promise<Repository> {
  const key = await readKey(keyFile)
  const file = join(directory, descriptionFile)
  const known = await readIfThere(file)
  if (known === null) {
    if (!make) throw new UsageError(`${directory} holds no backups of Kaiku`)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    if ((await readdir(directory)).some((name) => name !== drafts))
      throw new UsageError(`${directory} is not empty and holds no backups of Kaiku: choose another directory`)
    const salt = randomBytes(saltBytes)
    const seal = await sealOf(key, salt)
    const check = await seal.seal(Buffer.from(descriptionFile), descriptionFile)
    const made = { kind: 'kaiku.backup', format: 1, salt: salt.toString('base64'), check: check.toString('base64') }
    await keep(directory, descriptionFile, Buffer.from(`${JSON.stringify(made, null, 2)}\n`), true)
    return repositoryOf(directory, seal)
  }
  const described = description.safeParse(parsed(known))
  if (!described.success) throw new UsageError(`${file} is damaged, or of a newer Kaiku`)
  const seal = await sealOf(key, Buffer.from(described.data.salt, 'base64'))
  if ((await seal.open(Buffer.from(described.data.check, 'base64'), descriptionFile)) === null)
    throw new UsageError(`${keyFile} is not the key of the backups in ${directory}`)
  return repositoryOf(directory, seal)
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}

const drafts = 'drafts'
const pieceName = (piece: string) => join('pieces', piece.slice(0, 2), piece)
const segmentName = (chain: string, segment: string) => join('log', chain, segment)
const backupName = (id: string) => join('backups', id)

function repositoryOf(directory: string, { seal, open: unseal, fingerprint }: Seal): Repository {
  const opened = async (name: string): Promise<Buffer> => {
    const sealed = await readIfThere(join(directory, name))
    if (sealed === null) throw new UsageError(`the backup is damaged: ${name} is missing`)
    const content = await unseal(sealed, name)
    if (content === null) throw new UsageError(`the backup is damaged: ${name} is not what was written`)
    return content
  }
  return {
    directory,
    async keepPiece(content) {
      const piece = fingerprint(content)
      const name = pieceName(piece)
      if (await isThere(join(directory, name))) return { piece, bytes: 0 }
      const sealed = await seal(content, name)
      await keep(directory, name, sealed, false)
      return { piece, bytes: sealed.length }
    },
    async piece(piece) {
      const content = await opened(pieceName(piece))
      if (fingerprint(content) !== piece) throw new UsageError(`the backup is damaged: ${pieceName(piece)} is another`)
      return content
    },
    async keepLog(chain, segment, content) {
      const name = segmentName(chain, segment)
      if (!(await isThere(join(directory, name)))) await keep(directory, name, await seal(content, name), true)
    },
    log: (chain, segment) => opened(segmentName(chain, segment)),
    segments: (chain) => namesIn(join(directory, 'log', chain)),
    async keepBackup(made) {
      await settleAll(directory)
      const name = backupName(made.id)
      await keep(directory, name, await seal(Buffer.from(JSON.stringify(made)), name), true)
    },
    async backups() {
      const found: Backup[] = []
      for (const id of await namesIn(join(directory, 'backups'))) {
        const read = backup.safeParse(parsed(await opened(backupName(id))))
        if (!read.success) throw new UsageError(`${backupName(id)} is of a newer Kaiku`)
        found.push(read.data)
      }
      return found
    },
    async keepOnly(backups, chain) {
      const ids = new Set(backups.map(({ id }) => id))
      const drop = (name: string) => rm(join(directory, name), { recursive: true, force: true })
      // What names comes before what is named: whatever is broken off leaves nothing that lacks something.
      for (const id of await namesIn(join(directory, 'backups'))) if (!ids.has(id)) await drop(backupName(id))
      const pieces = new Set(backups.flatMap(({ files }) => files.flatMap((file) => file.pieces)))
      for (const group of await namesIn(join(directory, 'pieces')))
        for (const piece of await namesIn(join(directory, 'pieces', group)))
          if (!pieces.has(piece)) await drop(pieceName(piece))
      for (const one of await namesIn(join(directory, 'log'))) {
        const [first] = backups
          .filter((made) => made.chain === one)
          .map(({ firstSegment }) => firstSegment)
          .toSorted()
        if (first === undefined && one !== chain) await drop(join('log', one))
        const segments = first === undefined ? [] : await namesIn(join(directory, 'log', one))
        for (const segment of segments)
          if (first !== undefined && segment < first) await drop(segmentName(one, segment))
      }
      for (const draft of await namesIn(join(directory, drafts))) await drop(join(drafts, draft))
    },
  }
}

/** Written aside and then named. `isSettled`: it outlives a loss of power from now on. */
async function keep(directory: string, name: string, content: Buffer, isSettled: boolean): Promise<void> {
  const draft = join(directory, drafts, randomBytes(8).toString('hex'))
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
  await mkdir(dirname(join(directory, name)), { recursive: true, mode: 0o700 })
  await writeFile(draft, content, { mode: 0o600, flush: isSettled })
  await rename(draft, join(directory, name))
  if (isSettled) await settle(dirname(join(directory, name)))
}

const run = promisify(execFile)

/** Brings all that was written in the file system of a directory to the disk: for thousands of files sooner than each by itself. */
export async function settleAll(directory: string): Promise<void> {
  await run('sync', ['-f', directory])
}

async function settle(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** In the order of names; none where there is no such directory. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).toSorted()
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
