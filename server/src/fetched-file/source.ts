import type { FileAddressFields, settledAs } from '@kaiku/contract/fetched-file.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Stores } from '../db/stores.ts'
import { fileLimits } from '../file-limit/file-limit.ts'
import { download, type Reaching } from '../outgoing/download.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { openSftp, type SftpFile, type SftpTarget } from '../outgoing/sftp.ts'
import { readSecret, secretHeaders } from './address-secret.ts'
import { type FetchTarget, type HttpsTarget, movedTo, readFetchAddress } from './fetch-address.ts'
import type { KnownFile, StoredAddress } from './fetched-file.store.ts'

/** How servers are asked. */
export type Fetching = {
  readonly own: OwnHosts
  /** Milliseconds: of silence, and for all files of an address. */
  readonly idle?: number
  readonly whole?: number
  /** As in `Reaching`. */
  readonly trusted?: string | undefined
}
const usual = { idle: 30_000, whole: 20 * 60_000 }

export type SourceFile = {
  /** Under which it is known again. */
  readonly place: string
  readonly name: string
  /** Bytes, and milliseconds since 1970; null: unknown before it is fetched. */
  readonly size: number | null
  readonly changedAt: number | null
  /** By which it is known again; null: not before it is fetched. */
  readonly mark: string | null
  /** Writes it; how it is known again, or null: it has not changed since it was known. */
  readonly fetch: (to: string, known: KnownFile | undefined) => Promise<string | null>
  /** What the address says is to become of it once it was imported. */
  readonly settle: () => Promise<(typeof settledAs)[number]>
}

export type FileSource = { readonly files: readonly SourceFile[]; readonly close: () => void }

/** Where an address leads at a moment, milliseconds since 1970. */
export const targetOf = ({ address, zone }: Pick<StoredAddress, 'address' | 'zone'>, now: number, own: OwnHosts) =>
  readFetchAddress(address, zone, now, own)

/**
 * Connects to an address and lists its files in the order in which they are imported. `found` hears the fingerprint of an
 * SFTP host. Throws Faults for what stays so, and Errors for what may pass.
 */
export async function openSource(
  stores: Stores,
  address: StoredAddress,
  { own, idle = usual.idle, whole = usual.whole, trusted }: Fetching,
  signal: AbortSignal,
  found?: (fingerprint: string) => void,
): Promise<FileSource> {
  const target: FetchTarget = targetOf(address, Date.now(), own)
  const secret = await readSecret(stores, address)
  const late = AbortSignal.timeout(whole)
  const reaching = { own, idle, trusted, most: fileLimits.upload, signal: AbortSignal.any([signal, late]) }
  if (target.kind === 'https')
    return { files: [httpsFile(target, secretHeaders(secret), reaching)], close: () => undefined }
  if (secret.kind !== 'password' && secret.kind !== 'key') throw refuse('invalid', 'fetch.secretKind')
  const connection = await openSftp(target, secret, address.hostKey, reaching, found)
  try {
    const files = (await connection.list()).map((file): SourceFile => {
      const mark = `${file.size} ${file.changedAt}`
      return {
        ...sftpPlace(target, file),
        mark,
        async fetch(to) {
          await connection.fetch(file, to)
          return mark
        },
        settle: () => settle(address, target, file, connection),
      }
    })
    return { files, close: () => connection.close() }
  } catch (error) {
    connection.close()
    throw error
  }
}

const sftpPlace = ({ folder }: SftpTarget, { name, size, changedAt }: SftpFile) => ({
  place: `${folder}/${name}`,
  name,
  size,
  changedAt,
})

async function settle(
  address: Pick<FileAddressFields, 'afterwards' | 'folder'>,
  target: SftpTarget,
  file: SftpFile,
  connection: Awaited<ReturnType<typeof openSftp>>,
): ReturnType<SourceFile['settle']> {
  if (address.afterwards === 'leave') return 'left'
  if (address.afterwards === 'delete') return (await connection.remove(file)) ? 'deleted' : 'stayed'
  return (await connection.move(file, movedTo(target, address.folder))) ? 'moved' : 'stayed'
}

/** ETag and Last-Modified as they are kept. */
const markOf = (etag: string | null, changedAt: string | null) => JSON.stringify([etag, changedAt])

function validators(known: KnownFile | undefined): Readonly<Record<string, string>> {
  if (known === undefined) return {}
  const [etag, changedAt] = JSON.parse(known.mark) as (string | null)[]
  if (typeof etag === 'string') return { 'if-none-match': etag }
  return typeof changedAt === 'string' ? { 'if-modified-since': changedAt } : {}
}

function httpsFile(
  { url, name }: HttpsTarget,
  secrets: Readonly<Record<string, string>>,
  reaching: Reaching,
): SourceFile {
  return {
    place: url.href,
    name,
    size: null,
    changedAt: null,
    mark: null,
    async fetch(to, known) {
      const asked = Object.assign({ headers: validators(known), secrets }, reaching)
      const { status, etag, changedAt } = await download(url, to, asked)
      if (status === 304 && known !== undefined) return null
      if (status === 200) return markOf(etag, changedAt)
      if (status === 401 || status === 403) throw refuse('invalid', 'fetch.signIn')
      if (status === 404 || status === 410) throw refuse('invalid', 'fetch.missing')
      // What is too much, too early or broken there may pass.
      if (status >= 500 || status === 408 || status === 425 || status === 429)
        throw new Error(`The server answered ${status}.`)
      throw refuse('invalid', 'fetch.status', { status })
    },
    settle: async () => 'left',
  }
}

/** A server could not be asked, which may pass; in words for who set it up. */
export class Unreached extends Error {}

/** Tells what other programs say and what may pass from what is wrong here. */
export async function reached<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Fault) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Unreached((error instanceof Error && error.message) || code || 'It did not answer.', { cause: error })
  }
}
