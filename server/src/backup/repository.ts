import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { openPlace } from '../backup-place/open-place.ts'
import type { BackupPlace, S3Access } from '../backup-place/place.ts'
import { UsageError } from '../fault/usage-error.ts'
import { type Backup, backup } from './backup-list.ts'
import { type Seal, sealOf } from './sealing.ts'

/**
 * Backups in a directory or a bucket. What stands there is sealed, but for the file that says what it is. Each file has
 * its name when it is whole; none is ever changed.
 */
export type Repository = {
  readonly place: BackupPlace
  /**
   * Keeps it under its own fingerprint, once; `bytes`: how many more are there for it. Several may be kept at a time;
   * where one fails, `keepBackup` may not follow.
   */
  readonly keepPiece: (content: Buffer) => Promise<{ readonly piece: string; readonly bytes: number }>
  /** Throws a refusal that names it. */
  readonly piece: (piece: string) => Promise<Buffer>
  readonly keepLog: (chain: string, segment: string, content: Buffer) => Promise<void>
  readonly log: (chain: string, segment: string) => Promise<Buffer>
  /** The oldest first. */
  readonly segments: (chain: string) => Promise<readonly string[]>
  /** Milliseconds since 1970: when a segment was kept; null: it is not. */
  readonly keptAt: (chain: string, segment: string) => Promise<number | null>
  /** Only once all that it names is there for good, so that a loss of power leaves no backup that lacks something. */
  readonly keepBackup: (made: Backup) => Promise<void>
  /** The oldest first. Throws a refusal for one that is damaged. */
  readonly backups: () => Promise<readonly Backup[]>
  /** Of all, without reading them; in the order of time. */
  readonly ids: () => Promise<readonly string[]>
  /** Of all, or of those with this log; null: there is none. */
  readonly newest: (chain?: string) => Promise<Backup | null>
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

/** Where backups are, the file of their key, and how a bucket is reached. */
export type RepositoryAddress = {
  /** An absolute path, or `s3://bucket/prefix`. */
  readonly place: string
  readonly keyFile: string
  readonly s3: S3Access | null
}

/** Opens a place of backups, or makes one where `make` says so and nothing is there. Throws a refusal for a wrong key. */
export async function openRepository(
  address: RepositoryAddress,
  { make = false }: { readonly make?: boolean } = {},
): Promise<Repository> {
  const key = await readKey(address.keyFile)
  const place = openPlace(address.place, address.s3)
  const known = await place.read(descriptionFile)
  if (known === null) {
    if (!make) throw new UsageError(`${place.name} holds no backups of Kaiku`)
    if (await place.isUsed())
      throw new UsageError(`${place.name} is not empty and holds no backups of Kaiku: choose another place`)
    const salt = randomBytes(saltBytes)
    const check = await (await sealOf(key, salt)).seal(Buffer.from(descriptionFile), descriptionFile)
    const made = { kind: 'kaiku.backup', format: 1, salt: salt.toString('base64'), check: check.toString('base64') }
    await place.write(descriptionFile, Buffer.from(`${JSON.stringify(made, null, 2)}\n`), true)
    // What stands there now counts: another may have been as quick.
    return openRepository(address)
  }
  const described = description.safeParse(parsed(known))
  if (!described.success) throw new UsageError(`${place.name}/${descriptionFile} is damaged, or of a newer Kaiku`)
  const seal = await sealOf(key, Buffer.from(described.data.salt, 'base64'))
  if ((await seal.open(Buffer.from(described.data.check, 'base64'), descriptionFile)) === null)
    throw new UsageError(`${address.keyFile} is not the key of the backups in ${place.name}`)
  return repositoryOf(place, seal)
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}

const pieceName = (piece: string) => `pieces/${piece.slice(0, 2)}/${piece}`
const segmentName = (chain: string, segment: string) => `log/${chain}/${segment}`
const backupName = (id: string) => `backups/${id}`

function repositoryOf(place: BackupPlace, { seal, open: unseal, fingerprint }: Seal): Repository {
  const opened = async (name: string): Promise<Buffer> => {
    const sealed = await place.read(name)
    if (sealed === null) throw new UsageError(`the backup is damaged: ${name} is missing`)
    const content = await unseal(sealed, name)
    if (content === null) throw new UsageError(`the backup is damaged: ${name} is not what was written`)
    return content
  }
  const backupOf = async (id: string): Promise<Backup> => {
    const read = backup.safeParse(parsed(await opened(backupName(id))))
    if (!read.success) throw new UsageError(`${backupName(id)} is of a newer Kaiku`)
    return read.data
  }
  const ids = () => place.namesIn('backups')
  // Listed once for each backup: to ask for every piece would take longer than to send those that are new.
  let known: Promise<Set<string>> | null = null
  const knownPieces = async () => {
    known ??= place.namesIn('pieces').then((names) => new Set(names.map((name) => name.slice(name.indexOf('/') + 1))))
    try {
      return await known
    } catch (error) {
      known = null
      throw error
    }
  }
  return {
    place,
    async keepPiece(content) {
      const piece = fingerprint(content)
      const name = pieceName(piece)
      const pieces = await knownPieces()
      if (pieces.has(piece)) return { piece, bytes: 0 }
      pieces.add(piece)
      try {
        const sealed = await seal(content, name)
        await place.write(name, sealed, false)
        return { piece, bytes: sealed.length }
      } catch (error) {
        pieces.delete(piece)
        throw error
      }
    },
    async piece(piece) {
      const content = await opened(pieceName(piece))
      if (fingerprint(content) !== piece) throw new UsageError(`the backup is damaged: ${pieceName(piece)} is another`)
      return content
    },
    async keepLog(chain, segment, content) {
      const name = segmentName(chain, segment)
      if (!(await place.isThere(name))) await place.write(name, await seal(content, name), true)
    },
    log: (chain, segment) => opened(segmentName(chain, segment)),
    segments: (chain) => place.namesIn(`log/${chain}`),
    keptAt: (chain, segment) => place.writtenAt(segmentName(chain, segment)),
    async keepBackup(made) {
      await place.settle()
      const name = backupName(made.id)
      await place.write(name, await seal(Buffer.from(JSON.stringify(made)), name), true)
      known = null
    },
    ids,
    async backups() {
      const found: Backup[] = []
      for (const id of await ids()) found.push(await backupOf(id))
      return found
    },
    async newest(chain) {
      for (const id of (await ids()).toReversed()) {
        const made = await backupOf(id)
        if (chain === undefined || made.chain === chain) return made
      }
      return null
    },
    async keepOnly(backups, chain) {
      known = null
      const kept = new Set(backups.map(({ id }) => id))
      // What names comes before what is named: whatever is broken off leaves nothing that lacks something.
      await place.remove((await ids()).filter((id) => !kept.has(id)).map(backupName))
      const pieces = new Set(backups.flatMap(({ files }) => files.flatMap((file) => file.pieces.map(pieceName))))
      const there = (await place.namesIn('pieces')).map((name) => `pieces/${name}`)
      await place.remove(there.filter((name) => !pieces.has(name)))
      const isNeeded = (name: string) => {
        const [one = '', segment = ''] = name.split('/')
        const firsts = backups.filter((made) => made.chain === one).map(({ firstSegment }) => firstSegment)
        const [first] = firsts.toSorted()
        return first === undefined ? one === chain : segment >= first
      }
      const log = (await place.namesIn('log')).filter((name) => !isNeeded(name))
      await place.remove(log.map((name) => `log/${name}`))
      await place.tidy()
    },
  }
}
