import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { refuse } from '@kaiku/core/reason.ts'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'
import ssh2, { type FileEntry, type SFTPWrapper, type Stats } from 'ssh2'
import { atMostBytes, pinPublic, type Reaching } from './download.ts'

// Node finds no more names in this module than its first.
const { Client, utils } = ssh2
type Client = InstanceType<typeof Client>

/** Where files are, and as whom. */
export type SftpTarget = {
  readonly user: string
  readonly host: string
  readonly port: number
  readonly folder: string
  /** Of file names, with * and ?. */
  readonly pattern: string
}

export type SftpSecret =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly privateKey: string; readonly passphrase: string }

/** `size`: bytes; `changedAt`: milliseconds since 1970. */
export type SftpFile = { readonly name: string; readonly size: number; readonly changedAt: number }

/** A connection to an SFTP server. Its verbs throw Faults for what stays so, and Errors in words for what may pass. */
export type SftpConnection = {
  /** The files that match, in order of their names. */
  list(): Promise<readonly SftpFile[]>
  /** Throws an Error where it is being written to meanwhile. */
  fetch(file: SftpFile, to: string): Promise<void>
  /** Whether it was moved or deleted: it stays where it is another one by now. */
  remove(file: SftpFile): Promise<boolean>
  move(file: SftpFile, folder: string): Promise<boolean>
  close(): void
}

/** Entries of a folder that are looked at. */
const mostEntries = 20_000
/** Milliseconds for the greetings of both sides. */
const greeting = 20_000
const endOfFolder = 1
const noSuchFile = 2

export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Throws Fault `invalid` for a private key that cannot be read. */
export function checkPrivateKey(privateKey: string, passphrase: string): void {
  const key = utils.parseKey(privateKey, passphrase)
  if (key instanceof Error || !key.isPrivateKey()) throw refuse('invalid', 'fetch.key')
}

/**
 * Signs in where the host has the accepted key; else nothing of the secret is sent. `found` hears the fingerprint that the host
 * has. Throws Fault `invalid` for another key, or none accepted, and for a refused sign-in.
 */
export async function openSftp(
  target: SftpTarget,
  secret: SftpSecret,
  accepted: string | null,
  reaching: Reaching,
  found: (fingerprint: string) => void = () => {},
): Promise<SftpConnection> {
  const { own, signal, idle } = reaching
  const [address] = await pinPublic(new URL(`https://${target.host}`), own)
  const socket = connect({ host: address?.address ?? '', port: target.port })
  const client = new Client()
  let key: string | null = null
  const broken = breaking(client, socket, signal, idle)
  const close = () => {
    client.destroy()
    socket.destroy()
  }
  const ready = new Promise<void>((resolve) => {
    client.once('ready', resolve)
  })
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => (secret.kind === 'password' ? secret.password : ''))),
  )
  try {
    client.connect({
      sock: socket,
      username: target.user,
      readyTimeout: greeting,
      tryKeyboard: secret.kind === 'password',
      hostVerifier: (given: Buffer) => {
        key = fingerprintOf(given)
        found(key)
        return key === accepted
      },
      ...signInBy(secret),
    })
    await Promise.race([ready, broken])
    const sftp = await Promise.race([asked<SFTPWrapper>((done) => client.sftp(done)), broken])
    return connection(sftp, target, reaching, broken, close)
  } catch (error) {
    close()
    if (key !== null && key !== accepted)
      throw accepted === null
        ? refuse('invalid', 'fetch.hostKeyNew')
        : refuse('invalid', 'fetch.hostKeyChanged', { found: key })
    if (error instanceof Error && 'level' in error && error.level === 'client-authentication')
      throw refuse('invalid', 'fetch.signIn')
    throw error
  }
}

function signInBy(secret: SftpSecret): { password?: string; privateKey?: string; passphrase?: string } {
  if (secret.kind === 'password') return { password: secret.password }
  return { privateKey: secret.privateKey, passphrase: secret.passphrase }
}

/** Rejects, in words, as soon as the connection is gone, silent for too long or not wanted any more. */
function breaking(client: Client, socket: Socket, signal: AbortSignal, idle: number): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    const late = () => {
      reject(new Error(webhookFaults.late))
      socket.destroy()
    }
    client.on('error', reject)
    socket.on('error', reject)
    client.once('close', () => reject(new Error('The connection was closed.')))
    socket.setTimeout(idle, late)
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
  })
  // Nobody may be waiting when it breaks.
  broken.catch(() => {})
  return broken
}

type Done<T> = (error: Error | null | undefined, value: T) => void

const asked = <T>(ask: (done: Done<T>) => unknown): Promise<T> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))))

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

function connection(
  sftp: SFTPWrapper,
  { folder, pattern }: SftpTarget,
  { most, signal }: Reaching,
  broken: Promise<never>,
  close: () => void,
): SftpConnection {
  const within = <T>(ask: (done: Done<T>) => unknown): Promise<T> => Promise.race([asked(ask), broken])
  const pathOf = (name: string) => `${folder === '/' ? '' : folder}/${name}`
  const isSame = async ({ name, size, changedAt }: SftpFile): Promise<boolean> => {
    const now = await within<Stats>((done) => sftp.stat(pathOf(name), done))
    return now.size === size && now.mtime * 1_000 === changedAt
  }
  /** Once it was imported a failure is told, and no more. */
  const settled = async (file: SftpFile, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      if (!(await isSame(file))) return false
      await act()
      return true
    } catch {
      return false
    }
  }
  async function entries(): Promise<readonly FileEntry[]> {
    const handle = await within<Buffer>((done) => sftp.opendir(folder, done)).catch((error) => {
      throw codeOf(error) === noSuchFile ? refuse('invalid', 'fetch.missing') : error
    })
    const found: FileEntry[] = []
    for (;;) {
      try {
        const some = await within<FileEntry[]>((done) => sftp.readdir(handle, done))
        found.push(...some)
      } catch (error) {
        if (codeOf(error) !== endOfFolder) throw error
        sftp.close(handle, () => {})
        return found
      }
      if (found.length > mostEntries) throw refuse('invalid', 'fetch.tooMany', { most: mostEntries })
    }
  }
  return {
    close,
    async list() {
      const matching = (await entries()).filter(
        ({ filename, attrs }) => matchesPattern(pattern, filename) && isRegular(attrs.mode),
      )
      return matching
        .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, changedAt: attrs.mtime * 1_000 }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async fetch(file, to) {
      if (file.size > most) throw refuse('too_large', 'fetch.tooLarge')
      const read = sftp.createReadStream(pathOf(file.name))
      const written = pipeline(read, atMostBytes(file.size), createWriteStream(to, { mode: 0o600 }), { signal })
      written.catch(() => {})
      await Promise.race([written, broken])
      const { size } = await stat(to)
      if (size !== file.size || !(await isSame(file))) throw new Error(`${file.name} is still being written.`)
    },
    remove: (file) => settled(file, () => within<void>((done) => sftp.unlink(pathOf(file.name), done))),
    move: (file, to) =>
      settled(file, () => within<void>((done) => sftp.rename(pathOf(file.name), `${to}/${file.name}`, done))),
  }
}

const [kindBits, regularFile] = [0o170_000, 0o100_000]
/** A link or a device is none. */
const isRegular = (mode: number): boolean => (mode & kindBits) === regularFile

/** Whether a file name of a server matches a pattern. What a name could lead out of its folder by never does. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\\]/.test(name) || hasControl(name)) return false
  return matches(pattern, name)
}

/** By hand rather than by an expression, which a pattern of many stars makes slow. */
function matches(pattern: string, name: string): boolean {
  let [at, of, star, from] = [0, 0, -1, 0]
  while (at < name.length) {
    const sign = pattern[of]
    if (sign === '*') [star, from] = [of++, at]
    else if (sign === '?' || sign === name[at]) [at, of] = [at + 1, of + 1]
    else if (star >= 0) [of, at] = [star + 1, ++from]
    else return false
  }
  while (pattern[of] === '*') of++
  return of === pattern.length
}

const hasControl = (text: string) => /\p{Cc}/u.test(text)
