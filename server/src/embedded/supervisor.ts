import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../fault/usage-error.ts'
import { startClickHouse } from './clickhouse.ts'
import {
  openSecrets,
  prepareDataDirectory,
  readRunning,
  removeRunning,
  type Secrets,
  writeRunning,
} from './data-directory.ts'
import { startPostgres } from './postgres.ts'
import { lockHolder, takeLock } from './supervisor-lock.ts'

export type Embedded = {
  directory: string
  /** Null when nothing is embedded. */
  secrets: Secrets | null
  /** Null when PostgreSQL is not embedded. */
  socket: string | null
  /** Null when ClickHouse is not embedded. */
  clickhousePort: number | null
  /** Whether this process started the stores, rather than found them running. */
  owned: boolean
  /** The store processes of the owner, as they are now. */
  pids: () => { postgres: number | null; clickhouse: number | null }
  /** Tells commands where the browser finds this Kaiku. */
  publish: (webAddress: string) => void
  /** Whether the process that owns these stores has ended. */
  isGone: () => boolean
  close: () => Promise<void>
}

type Options = {
  data: string
  /** Whether this process has to be, may be or is never the one that starts the stores. */
  own: 'must' | 'may' | 'never'
  postgres: boolean
  clickhouse: boolean
  log: (line: string) => void
}

/** Attaches to the running owner of a data directory, or becomes it and starts what is embedded. */
export async function openEmbedded(options: Options): Promise<Embedded> {
  const directory = prepareDataDirectory(options.data)
  // Any number of processes may share stores that are not ours.
  if (!options.postgres && !options.clickhouse) return nothingEmbedded(directory)
  if (options.own === 'never') {
    if (!lockHolder(directory)) throw new UsageError(`nothing runs in ${directory}: start "kaiku stores" first`)
    return attach(directory)
  }
  const lock = takeLock(directory)
  if (lock.held) return own(directory, lock.release, options)
  if (options.own === 'must') {
    throw new UsageError(`${directory} is already used by the Kaiku with process id ${lock.holder.pid}`)
  }
  return attach(directory)
}

const nothingEmbedded = (directory: string): Embedded => ({
  directory,
  secrets: null,
  socket: null,
  clickhousePort: null,
  owned: false,
  pids: noPids,
  publish: () => {},
  isGone: () => false,
  close: async () => {},
})

async function own(directory: string, release: () => void, options: Options): Promise<Embedded> {
  const started: Stoppable[] = []
  const close = async () => {
    await Promise.allSettled(started.map((store) => store.stop()))
    removeRunning(directory)
    release()
  }
  try {
    removeRunning(directory)
    const secrets = openSecrets(directory)
    const [postgres, clickhouse] = await bothOrNeither(started, [
      options.postgres ? startPostgres(directory, secrets, options.log) : null,
      options.clickhouse ? startClickHouse(directory, secrets.clickhouse, options.log) : null,
    ])
    const reach = { socket: postgres?.socket ?? null, clickhousePort: clickhouse?.port ?? null }
    const publish = (webAddress: string | null) => writeRunning(directory, { pid: process.pid, ...reach, webAddress })
    publish(null)
    const pids = () => ({ postgres: postgres?.pid() ?? null, clickhouse: clickhouse?.pid() ?? null })
    return { directory, secrets, ...reach, owned: true, pids, publish, isGone: () => false, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Stoppable = { stop: () => Promise<void> }

/** What has started is kept for stopping even when the other fails. */
async function bothOrNeither<A extends Stoppable, B extends Stoppable>(
  started: Stoppable[],
  [a, b]: [Promise<A> | null, Promise<B> | null],
): Promise<[A | null, B | null]> {
  const results = await Promise.allSettled([a, b])
  for (const result of results) if (result.status === 'fulfilled' && result.value) started.push(result.value)
  return Promise.all([a, b])
}

/** Milliseconds that a command waits for an owner that is still starting. */
const patience = 30_000

async function attach(directory: string): Promise<Embedded> {
  for (let waited = 0; waited < patience; waited += 50) {
    const holder = lockHolder(directory)
    const running = readRunning(directory)
    if (holder && running?.pid === holder.pid) {
      const { socket, clickhousePort } = running
      const publish = (webAddress: string) => writeRunning(directory, { ...running, webAddress })
      const isGone = () => readRunning(directory)?.pid !== running.pid || lockHolder(directory)?.pid !== running.pid
      const reach = { directory, secrets: openSecrets(directory), socket, clickhousePort }
      return { ...reach, owned: false, pids: noPids, publish, isGone, close: async () => {} }
    }
    if (!holder) break
    await pause(50)
  }
  throw new UsageError(`the Kaiku that uses ${directory} does not answer`)
}

const noPids = () => ({ postgres: null, clickhouse: null })
