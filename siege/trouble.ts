import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet, Member } from './fleet.ts'
import type { Gate } from './proxy.ts'
import type { Random } from './random.ts'

export const troubleKinds = ['kill', 'stop', 'drop', 'clickhouse', 'postgres', 'stores', 'disk', 'clock'] as const
export type TroubleKind = (typeof troubleKinds)[number]
/** `target`: the member that it happens to, by its place among those of its part; `seconds`: how long it lasts. */
export type Trouble = {
  readonly after: number
  readonly kind: TroubleKind
  readonly target: number
  readonly seconds: number
}

/** How often each comes, of a hundred. What takes all of Kaiku away comes seldom: meanwhile nothing is tried. */
const share: Readonly<Record<TroubleKind, number>> = {
  kill: 42,
  stop: 16,
  drop: 16,
  clock: 8,
  clickhouse: 7,
  postgres: 4,
  stores: 3,
  disk: 4,
}

/** What will happen in so many seconds, from a seed. Kinds that this machine cannot have are left out by name. */
export function plannedTroubles(random: Random, seconds: number, kinds: ReadonlySet<TroubleKind>): readonly Trouble[] {
  const lots = troubleKinds.flatMap((kind) => Array.from({ length: share[kind] }, () => kind))
  const planned: Trouble[] = []
  for (let at = 0; ; ) {
    const after = 3 + random.whole(7)
    const trouble = { after, kind: random.one(lots), target: random.whole(1_000), seconds: 2 + random.whole(18) }
    at += after
    if (at > seconds) return planned
    if (kinds.has(trouble.kind)) planned.push(trouble)
  }
}

/** Where troubles are made. */
export type Scene = {
  readonly fleet: Fleet
  readonly proxy: Gate
  readonly data: string
  readonly say: (line: string) => void
  /** Hears of a trouble that could not be made. */
  readonly failed: (why: string) => void
  /** What was done, by kind. */
  readonly done: Map<string, number>
}

/** Seconds that a store may need until it is there again, on a machine that does much else. */
const recovery = 30

/** Does one after the other; those that last go on beside the next. Resolves when the last is over. */
export async function makeTrouble(scene: Scene, troubles: readonly Trouble[]): Promise<void> {
  const lasting: Promise<void>[] = []
  for (const trouble of troubles) {
    await pause(trouble.after * 1_000)
    lasting.push(make(scene, trouble).catch((error: unknown) => scene.failed(`${trouble.kind}: ${String(error)}`)))
  }
  await Promise.all(lasting)
}

async function make(scene: Scene, { kind, target, seconds }: Trouble): Promise<void> {
  const { fleet, proxy, data, say, done } = scene
  const others = fleet.members.filter(({ part }) => part !== 'stores')
  const member = others[target % others.length]
  const stores = fleet.members.find(({ part }) => part === 'stores')
  const note = (what: string) => {
    done.set(what, (done.get(what) ?? 0) + 1)
    say(what)
  }
  switch (kind) {
    case 'kill':
      if (member && signal(member, 'SIGKILL')) note(`killed ${member.part}`)
      return
    case 'stop':
      if (!member || !signal(member, 'SIGSTOP')) return
      note(`stopped ${member.part} for a while`)
      await pause(seconds * 1_000)
      signal(member, 'SIGCONT')
      return
    case 'drop':
      note('dropped all connections')
      proxy.dropAll()
      return
    case 'stores':
      if (!stores) return
      away(fleet, recovery * 2)
      if (signal(stores, 'SIGKILL')) note('killed stores')
      return
    case 'clickhouse':
    case 'postgres': {
      const pid = kind === 'postgres' ? postmaster(data) : childOf(stores?.pid() ?? 0, 'clickhouse-process')
      if (pid === null) return
      away(fleet, recovery)
      process.kill(pid, 'SIGKILL')
      note(`killed ${kind === 'postgres' ? 'PostgreSQL' : 'ClickHouse'}`)
      return
    }
    case 'disk':
      if (await fillDisk(fleet, data, seconds)) note('filled the disk')
      return
    case 'clock':
      if (!member) return
      note(`changed the clock of ${member.part}`)
      setClock(data, member.name, (target % 2 === 0 ? 1 : -1) * 3_600)
      await pause(seconds * 1_000)
      setClock(data, member.name, 0)
  }
}

function signal(member: Member, name: NodeJS.Signals): boolean {
  const pid = member.pid()
  return pid !== null && process.kill(pid, name)
}

const away = ({ away: times }: Fleet, seconds: number) => times.push([Date.now(), Date.now() + seconds * 1_000])

/** Null while it is not running. */
function postmaster(data: string): number | null {
  try {
    return Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

function childOf(parent: number, words: string): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const isChild = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'))
      if (isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(words)) return Number(name)
    } catch {
      // It has ended meanwhile.
    }
  }
  return null
}

/** Leaves less than the stores need, for so many seconds; false while it is full already. */
async function fillDisk(fleet: Fleet, data: string, seconds: number): Promise<boolean> {
  const file = join(data, 'ballast')
  if (existsSync(file)) return false
  away(fleet, seconds + recovery)
  const { bavail, bsize } = await statfs(data)
  try {
    // Kaiku may be writing at the same moment: full is what it shall be.
    spawnSync('fallocate', ['-l', String(Math.max(1, bavail - 4_096) * bsize), file])
    await pause(seconds * 1_000)
  } finally {
    rmSync(file, { force: true })
  }
  return true
}

const clockFile = (data: string, name: string) => join(data, `clock-${name}`)
const setClock = (data: string, name: string, seconds: number) =>
  writeFileSync(clockFile(data, name), `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)

/** What a process is started with so that its clock can be changed; null: libfaketime is not there. */
export function clockOf(data: string, name: string): Readonly<Record<string, string>> | null {
  if (library === null) return null
  setClock(data, name, 0)
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile(data, name),
    FAKETIME_CACHE_DURATION: '1',
    // Timers go on: a machine that corrects its clock does not sleep.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
const library = (() => {
  for (const machine of ['x86_64', 'aarch64']) {
    const file = `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`
    try {
      readFileSync(file)
      return file
    } catch {
      // Not here.
    }
  }
  return null
})()
