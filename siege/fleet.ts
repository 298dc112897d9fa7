import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, root } from '@kaiku/e2e/kaiku.ts'

type Part = 'stores' | 'web' | 'work'
/** One process of Kaiku, which is started again whenever it ends. */
export type Member = {
  readonly name: string
  readonly part: Part
  /** Null while it is down. */
  readonly pid: () => number | null
  readonly starts: () => number
  /** Whether it has said that it is ready since it was started last. */
  readonly isReady: () => boolean
  /** MB of its own memory, the most that was seen. */
  readonly peak: () => number
  /** The end of what it has said. */
  readonly said: () => string
  stop(): Promise<void>
}

export type Fleet = {
  readonly members: readonly Member[]
  readonly ports: readonly number[]
  /** Milliseconds since 1970: from when to when a store, or all of them, was not there or was being disturbed. */
  readonly away: [from: number, to: number][]
  stop(): Promise<void>
}

type Wanted = {
  readonly data: string
  readonly web: number
  readonly work: number
  /** What all of them are started with; `of`: and one of them. */
  readonly environment: (name: string) => Readonly<Record<string, string>>
}

/** Milliseconds between an end and the next start, as a service manager waits. */
const restart = 300
const kept = 200_000

/** The stores first, then the rest side by side. `publicUrl`: of the proxy, which needs the ports before. */
export async function startFleet(wanted: Wanted, open: (ports: readonly number[]) => Promise<string>): Promise<Fleet> {
  const ports: number[] = []
  for (let at = 0; at < wanted.web; at++) ports.push(await freePort())
  const publicUrl = await open(ports)
  const member = (part: Part, at: number, port = 0) => keepMember(wanted, part, `${part}-${at + 1}`, port, publicUrl)
  const stores = member('stores', 0)
  await ready(stores)
  const others = [
    ...ports.map((port, at) => member('web', at, port)),
    ...Array.from({ length: wanted.work }, (_, at) => member('work', at)),
  ]
  for (const one of others) await ready(one)
  const members = [stores, ...others]
  return {
    members,
    ports,
    away: [],
    async stop() {
      await Promise.all(others.map((one) => one.stop()))
      await stores.stop()
    },
  }
}

export async function ready(member: Member): Promise<void> {
  for (let waited = 0; !member.isReady(); waited += 50) {
    if (waited > 300_000) throw new Error(`${member.name} does not start: ${member.said().slice(-2_000)}`)
    await pause(50)
  }
}

function keepMember(wanted: Wanted, part: Part, name: string, port: number, publicUrl: string): Member {
  let [child, isOver, starts, isReady, peak, said]: [ChildProcess | null, boolean, number, boolean, number, string] = [
    ...[null, false, 0, false, 0, ''],
  ] as [null, false, number, false, number, string]
  const start = () => {
    starts += 1
    isReady = false
    const program = join(root, 'server', 'kaiku.mjs')
    const own = spawn(process.execPath, [program, part, '--data', wanted.data], {
      cwd: root,
      env: Object.assign(
        {},
        process.env,
        { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' },
        wanted.environment(name),
        {
          PORT: String(port),
        },
      ),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = own
    for (const stream of [own.stdout, own.stderr])
      stream.on('data', (text) => {
        said = (said + String(text)).slice(-kept)
        if (String(text).includes('Kaiku is ready')) isReady = true
      })
    own.once('close', () => {
      child = null
      isReady = false
      if (!isOver) setTimeout(() => isOver || start(), restart)
    })
  }
  start()
  const looking = setInterval(() => {
    peak = Math.max(peak, child?.pid === undefined ? 0 : ownMemory(child.pid))
  }, 1_000)
  return {
    name,
    part,
    starts: () => starts,
    isReady: () => isReady,
    peak: () => peak,
    said: () => said,
    pid: () => child?.pid ?? null,
    async stop() {
      isOver = true
      clearInterval(looking)
      const last = child
      if (!last) return
      last.kill('SIGCONT')
      last.kill('SIGTERM')
      const late = setTimeout(() => last.kill('SIGKILL'), 15_000)
      await once(last, 'close')
      clearTimeout(late)
    },
  }
}

/** MB that a process holds for itself, without files and shared memory; 0 once it has ended. */
function ownMemory(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
