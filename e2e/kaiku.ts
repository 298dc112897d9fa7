import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Identity } from '@kaiku/contract/session.ts'
import { madeSample, sampleCopy } from './sample-copy.ts'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const dataSets = join(dirname(root), 'shared', 'data')

type Ran = { readonly code: number; readonly out: string; readonly err: string }

const collect = (child: ChildProcess): Promise<Ran> =>
  new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout?.on('data', (chunk) => {
      out += String(chunk)
    })
    child.stderr?.on('data', (chunk) => {
      err += String(chunk)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }))
  })

/** Runs the command line as a user does. `of`: the directory of another Kaiku. */
export const runKaiku = (args: readonly string[], env: Record<string, string> = {}, of = root): Promise<Ran> =>
  collect(
    spawn(process.execPath, [join(of, 'server', 'kaiku.mjs'), ...args], {
      cwd: of,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )

/** Below those that the system gives to whoever asks for any: nobody takes it until it is listened on. */
const ownPorts = { from: 20_000, to: 32_000 }

export async function freePort(): Promise<number> {
  const port = randomInt(ownPorts.from, ownPorts.to)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

export type Reached = {
  readonly address: string
  readonly data: string
  /** A command on the same data directory. */
  readonly kaiku: (...args: string[]) => Promise<Ran>
}
export type Running = Reached & {
  readonly pid: number
  /** Everything it has said so far. */
  printed(): string
  /** The code with which it ends. */
  readonly ended: Promise<number>
  stop(): Promise<void>
  /** Ends it as when the power goes; what it kept stays. */
  kill(): Promise<void>
}

/** The token of a link that signs a user in once. */
export async function entryOf(running: Reached, username: string, universe?: string): Promise<string> {
  const linked = await running.kaiku('user', 'link', username, ...(universe ? ['--universe', universe] : []))
  const token = /[?&]enter=([\w-]+)/.exec(linked.out)?.[1]
  if (token === undefined) throw new Error(`no link for ${username}: ${linked.out}${linked.err}`)
  return token
}

/** Signs a user in, without a browser. */
export async function enterAs(running: Reached, username: string, universe?: string): Promise<Identity> {
  const reply = await fetch(`${running.address}/api/session/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await entryOf(running, username, universe) }),
  })
  if (!reply.ok) throw new Error(`${username} is not let in: ${await reply.text()}`)
  return (await reply.json()) as Identity
}

/** Signs a new operator in; the value of the `authorization` header. */
export async function signInAsRoot(running: Reached, username = 'e2e'): Promise<string> {
  const created = await running.kaiku('user', 'create', username, '--root')
  if (created.code !== 0) throw new Error(created.err)
  return `Bearer ${(await enterAs(running, username)).authToken}`
}

/** A call of the contract as somebody makes it in a universe. What it refuses is an error. */
export async function call<T>(
  running: Reached,
  as: Identity,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<T> {
  const ask = () =>
    fetch(`${running.address}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as.authToken}`,
        'kaiku-universe': as.universe,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  let reply = await ask()
  // A machine with too much to do turns calls away before it reads them.
  for (let times = 0; reply.status === 503 && times < 20; times++) {
    await sleep(500)
    reply = await ask()
  }
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** A Kaiku that runs already. */
export const reach = ({ address, data }: Pick<Running, 'address' | 'data'>): Reached => ({
  ...{ address, data },
  kaiku: (...args) => runKaiku([...args, '--data', data]),
})

/** What each Kaiku that this worker started, and that still runs, has said. */
export const runningKaikus = new Set<() => string>()

/** A Kaiku on a data directory of its own: a whole one, as `npm start` makes it, or one of its processes. */
export async function startKaiku(options: {
  sample: boolean
  part?: 'start' | 'stores' | 'web' | 'work'
  data?: string
  port?: number
  environment?: Readonly<Record<string, string>>
  /** The directory of another Kaiku. */
  of?: string
}): Promise<Running> {
  const data = options.data ?? (await (options.sample ? copyOfSample() : mkdtemp(join(tmpdir(), 'kaiku-e2e-'))))
  const port = options.port ?? (await freePort())
  const part = options.part ?? 'start'
  const noSample = part === 'start' && !options.sample ? ['--no-sample'] : []
  const { of = root } = options
  const child = spawn(process.execPath, [join(of, 'server', 'kaiku.mjs'), part, '--data', data, ...noSample], {
    cwd: of,
    env: { ...process.env, ...options.environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = collect(child)
  const endToo = () => child.kill()
  process.once('exit', endToo)
  void ended.finally(() => process.off('exit', endToo))
  // What the first start said, and no later one, stands with the copy of what it made.
  let printed = await readFile(join(data, firstWords), 'utf8').catch(() => '')
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += String(chunk)
    })
  const said = () => printed
  runningKaikus.add(said)
  void ended.finally(() => runningKaikus.delete(said))
  const address = `http://localhost:${port}`
  const ready = `Kaiku is ready: ${part === 'start' || part === 'web' ? (options.environment?.PUBLIC_URL ?? address) : part}`
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes(ready) && resolve())
    void ended.then(({ code, out, err }) => reject(new Error(`Kaiku ended with ${code}.\n${out}\n${err}`)))
  })
  return {
    ...reach({ address, data }),
    pid: child.pid ?? 0,
    printed: said,
    ended: ended.then(({ code }) => code),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      if (!options.data) await rm(data, { recursive: true, force: true })
    },
  }
}

const firstWords = 'first-start.txt'
const lastWords = 'administrator of kuutamo'

/** So that the first who starts the sample need not wait until it is made, and no two make it. */
export const prepareSample = () => madeSample(makeSample)
/** A data directory of its own with the sample in it. */
export const copyOfSample = () => sampleCopy(makeSample)

async function makeSample(data: string) {
  const running = await startKaiku({ sample: true, data })
  while (!running.printed().includes(lastWords)) await sleep(50)
  await running.stop()
  await writeFile(join(data, firstWords), running.printed())
}
