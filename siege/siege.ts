import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hearAtOnce } from '@kaiku/e2e/bad-visits.ts'
import { copyOfSample } from '@kaiku/e2e/kaiku.ts'
import { type LiveListener, listenOn } from '@kaiku/e2e/live-stream.ts'
import { smtp } from '@kaiku/server/mail/smtp.fixture.ts'
import { check } from './check.ts'
import { clientOf } from './client.ts'
import { type Fleet, type Member, ready, startFleet } from './fleet.ts'
import { type Journal, newJournal } from './journal.ts'
import { changeAlerts, noteOnAlerts } from './load-alerts.ts'
import { answerForms, importFiles, sendByProgram, sendVisits } from './load-answers.ts'
import { comeAndGo, guess } from './load-people.ts'
import { editRoles } from './load-roles.ts'
import { askForReports, publish, runSchedule, sendCampaigns } from './load-work.ts'
import { lookForPeople } from './protected.ts'
import { type Gate, openGate } from './proxy.ts'
import { randomOf } from './random.ts'
import { clockOf, makeTrouble, plannedTroubles, type TroubleKind, troubleKinds } from './trouble.ts'
import { prepare, type World } from './world.ts'

export type Wanted = {
  readonly seconds: number
  readonly seed: string
  readonly web: number
  readonly work: number
  /** Troubles that are made; absent: all that this machine can have. */
  readonly kinds?: readonly TroubleKind[]
  /** Beyond its seconds the load goes on until so much was done: a machine that does much else takes longer. */
  readonly isEnough?: (journal: Journal) => boolean
  readonly say: (line: string) => void
}

/** What came of a siege. */
export type Outcome = {
  readonly wanted: Wanted
  readonly journal: Journal
  /** What was held against the journal, in words. */
  readonly facts: readonly string[]
  readonly troubles: ReadonlyMap<string, number>
  /** Kinds of trouble that this machine cannot have. */
  readonly impossible: readonly TroubleKind[]
  readonly members: readonly Pick<Member, 'name' | 'starts' | 'peak'>[]
  /** Replies of 5xx beside 503: those while a store was away or being disturbed, of which there may be some. */
  readonly brokenBesideTrouble: number
}

/** MB that a data directory of its own may take, so that its disk can be filled. */
const disk = 3_000
/** Milliseconds of two processes that take long to get going after a trouble. */
const aftermath = 10_000
/** Milliseconds after which too little was done to tell anything. */
const patience = 600_000

/** Runs Kaiku in several processes under load and trouble, then holds all that it said against what is there. */
export async function siege(wanted: Wanted): Promise<Outcome> {
  const { seconds, seed, say } = wanted
  const random = randomOf(seed)
  const mails = await smtp()
  const { data, isSmall, remove } = await dataDirectory()
  const possible = new Set(
    troubleKinds.filter((kind) => (kind !== 'disk' || isSmall) && (kind !== 'clock' || clockOf(data, 'any'))),
  )
  const kinds = new Set((wanted.kinds ?? troubleKinds).filter((kind) => possible.has(kind)))
  const environment = (name: string) =>
    Object.assign(
      { SMTP_URL: mails.url, DISK_RESERVE: '64' },
      name.startsWith('stores') || !kinds.has('clock') ? {} : clockOf(data, name),
    )
  let [proxy, fleet]: [Gate | null, Fleet | null] = [null, null]
  const streams = new Map<string, LiveListener>()
  try {
    say('starting')
    fleet = await startFleet({ data, web: wanted.web, work: wanted.work, environment }, async (ports) => {
      proxy = await openGate(ports)
      return proxy.address
    })
    const gate = proxy as Gate | null
    if (!gate) throw new Error('there is no proxy')
    const journal = newJournal()
    const day = new Date().toISOString().slice(0, 10)
    const over = new AbortController()
    const client = clientOf(gate.address, journal, over.signal)
    const prepared = await prepare(gate.address, data, { journal, day })
    await hearAtOnce(prepared.running, prepared.people.mikko)
    const world: World = Object.assign({ client, journal, random, fleet, mails, over: over.signal, day }, prepared)
    for (const name of ['mikko', 'sven', 'clara'] as const)
      streams.set(name, await listenOn(gate.address, world.people[name]))
    say('the load begins')
    const load = Promise.all(loads(world))
    const troubles = plannedTroubles(random.own('troubles'), seconds, kinds)
    const done = new Map<string, number>()
    await Promise.all([
      pause(seconds * 1_000),
      makeTrouble({ fleet, proxy: gate, data, say, done, failed: (why) => journal.faults.push(why) }, troubles),
    ])
    await pause(aftermath)
    for (let waited = 0; wanted.isEnough?.(journal) === false; waited += 500) {
      if (waited > patience) throw new Error('too little was done to tell anything')
      await pause(500)
    }
    over.abort()
    await load
    for (const member of fleet.members) await ready(member)
    say('holding all of it against the journal')
    const facts = await check(world, streams)
    return {
      wanted,
      journal,
      facts,
      troubles: done,
      impossible: troubleKinds.filter((kind) => !possible.has(kind)),
      members: fleet.members.map(({ name, starts, peak }) => ({ name, starts, peak })),
      brokenBesideTrouble: sortBroken(journal, fleet),
    }
  } finally {
    for (const stream of streams.values()) stream.stop()
    await fleet?.stop()
    await (proxy as Gate | null)?.close()
    await mails.close()
    await remove()
  }
}

const loads = (world: World): Promise<void>[] => [
  ...[0, 1, 2].map((who) => sendByProgram(world, who)),
  ...[0, 1].map((who) => answerForms(world, who)),
  sendVisits(world),
  importFiles(world),
  comeAndGo(world),
  guess(world),
  askForReports(world),
  noteOnAlerts(world),
  changeAlerts(world, 'mikko'),
  changeAlerts(world, 'clara'),
  ...[0, 1].map((who) => editRoles(world, who)),
  lookForPeople(world),
  sendCampaigns(world),
  runSchedule(world),
  publish(world),
]

/** A broken call is a fault, but for those that came while a store was taken away. How many those are. */
function sortBroken({ broken, faults }: Journal, { away }: Fleet): number {
  const beside = broken.filter(({ at }) => away.some(([from, to]) => at >= from && at <= to))
  for (const one of broken)
    if (!beside.includes(one))
      faults.push(`${one.status} of ${one.what} at ${new Date(one.at).toISOString()}: ${one.text}`)
  return beside.length
}

/** A copy of the sample; where this user may, on a small disk of its own. */
async function dataDirectory() {
  const copy = await copyOfSample()
  const remove = () => rm(copy, { recursive: true, force: true })
  if (process.getuid?.() !== 0) return { data: copy, isSmall: false, remove }
  const mount = await mkdtemp(join(tmpdir(), 'kaiku-siege-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk}m,mode=711`, 'kaiku-siege', mount], { stdio: 'ignore' })
  } catch {
    await rm(mount, { recursive: true, force: true })
    return { data: copy, isSmall: false, remove }
  }
  execFileSync('cp', ['-a', `${copy}/.`, mount])
  await remove()
  return {
    data: mount,
    isSmall: true,
    async remove() {
      execFileSync('umount', ['-l', mount])
      await rm(mount, { recursive: true, force: true })
    },
  }
}
