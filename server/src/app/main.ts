import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../configuration/configuration.ts'
import { openLog } from '../configuration/log.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { nameProcess } from '../measure/meter.ts'
import { startTraces } from '../measure/traces.ts'
import { sampleSignIn } from '../sample-universe/people.ts'
import { ensureSample } from '../sample-universe/sample.ts'
import { setUpPath } from '../sign-in/setup.ts'
import { startMetrics } from '../watch/metrics.routes.ts'
import { startWatching } from '../watch/watch-work.ts'
import { startWork } from './work.ts'

/** What a process is for: `all` of Kaiku, or a part of it beside others. */
export type Part = 'all' | 'stores' | 'web' | 'work'

type ServeOptions = {
  part?: Part
  /** Make the sample universe where there is none. */
  sample?: boolean
  /** Hears the address once it answers. */
  ready?: (address: string) => void
}

/**
 * Starts what is embedded, brings the tables up to date, listens and works until the process is asked to end, then
 * drains and stops everything. A part does its own of that: `web` and `work` use stores that run, and end when these do.
 * Throws a UsageError where none run.
 */
export async function serve(
  wanted: Configuration,
  { part = 'all', sample = part === 'all', ready }: ServeOptions = {},
): Promise<void> {
  const asked = askedToEnd()
  const has = (one: Part) => part === 'all' || part === one
  const log = openLog(wanted.logFormat)
  log.takeConsole()
  const { log: say } = log
  for (const notice of wanted.notices) say(notice)
  // What its starter reads is no log, unless a program reads all of it.
  const tell = wanted.logFormat === 'json' ? say : (line: string) => void process.stdout.write(`${line}\n`)
  const configuration = has('web') ? await onSomePort(wanted) : wanted
  const opening = openStores({ ...configuration, own: has('stores') ? 'must' : 'never', migrate: true, log: say })
  const loading = has('web') ? import('./app.ts') : null
  // A failure is thrown where it is awaited, once the stores can be closed.
  loading?.catch(() => {})
  const stores = await opening
  const open: { close(): Promise<unknown> }[] = []
  nameProcess(part)
  try {
    if (configuration.watch.traces) {
      const traces = await startTraces(configuration.watch.traces, part)
      open.push({ close: () => traces.stop() })
    }
    if (part !== 'stores') {
      const watching = startWatching(stores, say, configuration, part)
      open.push({ close: watching.stop })
    }
    if (part === 'work') {
      const metrics = await startMetrics(stores, configuration)
      open.push({ close: metrics.stop })
    }
    if (has('work')) {
      const work = await startWork(stores, say, configuration)
      open.push({ close: work.stop })
    }
    const isNewSample = sample && (await ensureSample(stores, Date.now(), say))
    if (loading) {
      const { buildApp } = await loading
      const app = await buildApp(stores, configuration, true)
      open.push(app)
      await listen(() => app.listen({ host: configuration.host, port: configuration.port }), configuration.port)
      const address = configuration.publicUrl
      stores.publish(address)
      tell(`Kaiku is ready: ${address}`)
      const signIn = sample ? await sampleSignIn(stores, isNewSample) : ''
      if (signIn !== '') tell(signIn.trimEnd())
      const setUp = await setUpPath(stores)
      if (setUp !== null && !ready)
        tell(`To make the operator’s account, within a day: ${new URL(setUp, address).href}`)
      ready?.(address)
    } else tell(`Kaiku is ready: ${part}`)
    await Promise.race([asked, gone(stores)])
    say('Ending: what was asked is answered first.')
  } finally {
    // The stores last, and in their own time: what others still do with them ends with an error, and nothing is lost.
    const late = sleep(patience, undefined, { ref: false })
    for (const part of open.reverse()) await Promise.race([part.close(), late])
    await stores.close()
    // What did not end in time must not keep the process.
    setTimeout(() => process.exit(), 500).unref()
  }
}

/** Rejects once the stores of another process have ended with it: whoever starts this process starts it again. */
async function gone(stores: Stores): Promise<never> {
  while (!stores.isGone()) await sleep(1_000, undefined, { ref: false })
  throw new UsageError('the process of the stores has ended')
}

/** Milliseconds in which the web server and the background work end, or are left to end with the process. */
const patience = 3_500

/** With port 0 the system chooses one, before anything is built that names the address. */
async function onSomePort(configuration: Configuration): Promise<Configuration> {
  if (configuration.port !== 0) return configuration
  const port = await new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, configuration.host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
  return { ...configuration, port, publicUrl: configuration.publicUrl.replace(/:0$/, `:${port}`) }
}

/** Milliseconds in which a signal that arrives twice counts once: a terminal and npm may both send it. */
const sameSignal = 1_000

/** Resolves at the first signal. A later one ends the process at once; its watchdogs stop the stores. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | null = null
    const heard = () => {
      first ??= performance.now()
      resolve()
      if (performance.now() - first > sameSignal) process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard)
  })
}

async function listen(start: () => Promise<unknown>, port: number) {
  try {
    await start()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is in use; choose another with PORT`)
    if (code === 'EACCES') throw new UsageError(`port ${port} is not allowed to this user; choose another with PORT`)
    throw error
  }
}
