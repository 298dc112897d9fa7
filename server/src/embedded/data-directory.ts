import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../fault/usage-error.ts'

const secrets = z.strictObject({
  /** PostgreSQL's superuser; used only to create the other roles. */
  superuser: z.string(),
  owner: z.string(),
  app: z.string(),
  service: z.string(),
  clickhouse: z.string(),
})
export type Secrets = z.infer<typeof secrets>

const running = z.strictObject({
  pid: z.number(),
  socket: z.string().nullable(),
  clickhousePort: z.number().nullable(),
  webAddress: z.string().nullable(),
})
/** How a command reaches the Kaiku that runs on a data directory. */
export type Running = z.infer<typeof running>

/** Makes the directory if need be; its real path. */
export function prepareDataDirectory(data: string): string {
  const isThere = statSync(data, { throwIfNoEntry: false })
  if (isThere && !isThere.isDirectory())
    throw new UsageError(`${data} is no directory: choose another with --data or KAIKU_DATA`)
  const made = mkdirSync(data, { recursive: true }) !== undefined
  const directory = realpathSync(data)
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  // As root PostgreSQL runs as another user, who must be able to pass through to its own folder, and no more.
  if (made) chmodSync(directory, process.getuid?.() === 0 ? 0o711 : 0o700)
  return directory
}

/** The passwords of this data directory, made at random on first use. */
export function openSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json')
  const found = readJson(file)
  if (found !== null) {
    const { data: known } = secrets.safeParse(found)
    if (known) return known
    throw new UsageError(`${file} does not hold the passwords of this data directory: restore it from a copy`)
  }
  const made = Object.fromEntries(
    Object.keys(secrets.shape).map((name) => [name, randomBytes(24).toString('base64url')]),
  )
  writePrivate(file, made)
  return secrets.parse(made)
}

/** Null while nothing runs there, or is not ready yet. */
export function readRunning(directory: string): Running | null {
  return running.safeParse(readJson(runningFile(directory))).data ?? null
}

export const writeRunning = (directory: string, now: Running) => writePrivate(runningFile(directory), now)

export const removeRunning = (directory: string) => rmSync(runningFile(directory), { force: true })

const runningFile = (directory: string) => join(directory, 'run.json')

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file} cannot be read (${why}): restore it from a copy`)
  }
}

function writePrivate(file: string, value: unknown) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
