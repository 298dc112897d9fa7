import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { operatorIn } from '../audit/audit.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { bytes, number, query } from '../db/rows.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { small } from '../definition/small.fixture.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { startAdapting } from '../maintenance/maintenance-work.ts'
import { provePassword } from '../password-proof/password-proof.ts'
import { createPerson } from '../person/person.ts'
import { restore, type Until } from '../restore/restore.ts'
import { writeUniverse } from '../restore/restored-universe.ts'
import { verify } from '../restore/verify.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { importUniverse } from '../universe-copy/import-universe.ts'
import type { Backup } from './backup-list.ts'
import { backupStatus, backupWorks } from './backup-work.ts'
import { differences } from './checking-list.ts'
import { asSuperuser, fetchLog, holdLog } from './cluster.ts'
import { openRepository, type Repository } from './repository.ts'
import { takeBackup } from './take-backup.ts'

const patience = { timeout: 60_000, interval: 100 }

let test: TestApp
let acme: string
/** Of who runs it. */
let own: Record<string, string>
let place: string
let keyFile: string
let repository: Repository
const at = (place: string, file = keyFile) => ({ place, keyFile: file, s3: null })
let first: Backup
let second: Backup
/** What was acknowledged, and when. */
const acknowledged: { age: number; at: number }[] = []
const attachment = randomBytes(300_000)
const password = 'three green herons wade'

beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  place = dirname(test.data)
  keyFile = join(place, 'key')
  writeFileSync(keyFile, 'a key that nobody will ever guess\n')
  acme = await test.universe('acme')
  const answers = Array.from({ length: 300 }, (_, at) => ({
    ...{ date: `2026-0${1 + (at % 9)}-01`, store: at % 2 === 0 ? 's1' : 's2', nps: at % 11, rating: 1 + (at % 5) },
  }))
  await test.survey(acme, new Map(small), answers)
  own = await signedIn(test.stores, 'root')
  await createPerson(test.stores, { username: 'aino', password, isRoot: true })
  await asSuperuser(test.stores.directory, async (client) => {
    // The alert that it belongs to is of no matter here.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into alert_attachment (universe, alert, name, type, size, content)
       values ($1, gen_random_uuid(), 'photo', 'image/png', $2, $3)`,
      [acme, attachment.length, attachment],
    )
  })
  repository = await openRepository(at(join(place, 'backups')), { make: true })
})
afterAll(() => test?.close())

async function answer(age: number): Promise<void> {
  const dictionary = await findSurvey(test.stores, acme, 'small')
  const rows = async function* () {
    yield { key: `live ${age}`, answers: { date: '2026-11-01', store: 's1', nps: age % 11, age } }
  }
  await storeInterviews(test.stores, dictionary, rows(), { import: `live ${age}` })
  acknowledged.push({ age, at: Date.now() })
}

/** Answers come in as fast as they are taken, until `use` has ended. */
async function underLoad<T>(use: () => Promise<T>): Promise<T> {
  let isOver = false
  const load = (async () => {
    for (let age = acknowledged.length; !isOver; age++) await answer(age)
  })()
  try {
    return await use()
  } finally {
    isOver = true
    await load
  }
}

const agesIn = async (stores: Stores) =>
  (
    await query(
      stores.owner,
      { age: number },
      `select (answers->>'age')::int as age from interview where answers ? 'age' order by 1`,
    )
  ).rows.map(({ age }) => age)

async function withRestored(name: string, until: Until, use: (stores: Stores) => Promise<void>): Promise<void> {
  const data = join(place, name)
  await restore({ from: repository, to: data, until })
  const stores = await openStores({ data, own: 'must', migrate: true })
  try {
    await use(stores)
  } finally {
    await stores.close()
  }
}

const told = async (app: TestApp['app'], universe = 'acme') => {
  const headers = Object.assign({}, own, { 'kaiku-universe': universe })
  const replies: string[] = []
  for (const what of ['place', 'children']) {
    const { statusCode, payload } = await app.inject({ url: `/api/result/${what}/small/store%2Call`, headers })
    replies.push(`${statusCode} ${payload.replace(/"loadCount":\d+/g, '')}`)
  }
  const components = ['nps', 'rating', 'store'].map((question) => ({ type: 'Distribution', question }))
  const { statusCode, payload } = await app.inject({
    ...{ method: 'POST', url: '/api/result/query/small/store%2Call?compare=none', headers, payload: { components } },
  })
  return [...replies, `${statusCode} ${payload.replace(/"loadCount":\d+/g, '')}`]
}

it('is refused where Kaiku has never started', async () => {
  const stores = await openStores({ data: join(place, 'unstarted'), own: 'must' })
  try {
    const to = await openRepository(at(join(place, 'none')), { make: true })
    await expect(takeBackup(stores, { to, keepDays: null })).rejects.toThrow('there is nothing to back up')
    expect(await to.backups()).toEqual([])
  } finally {
    await stores.close()
  }
})

describe('a backup of a Kaiku that answers come into', () => {
  it('is made while they do, and has every one that was acknowledged before its moment, and no later one', async () => {
    await asSuperuser(test.stores.directory, holdLog)
    first = await underLoad(() => takeBackup(test.stores, { to: repository, keepDays: null }))
    expect(first.list).not.toBe(null)
    expect(first.list?.surveys).toMatchObject([{ universe: 'acme', survey: 'small' }])
    const before = acknowledged.filter(({ at }) => at < Date.parse(first.at)).length
    expect(before).toBeGreaterThan(2)
    await withRestored('own-moment', { backup: first.id }, async (stores) => {
      const ages = await agesIn(stores)
      expect(ages.slice(0, before)).toEqual(acknowledged.slice(0, before).map(({ age }) => age))
      expect(ages.length + 300).toBe(first.list?.surveys[0]?.interviews)
      const kept = await query(stores.owner, { content: bytes }, 'select content from alert_attachment')
      expect(kept.rows.map(({ content }) => content)).toEqual([attachment])
      expect((await provePassword(stores, { username: 'aino', password }, { address: '::1', device: 'd' })).state).toBe(
        'right',
      )
    })
  })

  it('adds little where little has changed, and nothing that is readable', async () => {
    second = await takeBackup(test.stores, { to: repository, keepDays: 30 })
    expect(second.added).toBeLessThan(first.added / 2)
    expect((await repository.backups()).map(({ id }) => id)).toEqual([first.id, second.id])
    const [group = ''] = readdirSync(join(repository.place.name, 'pieces'))
    const [piece = ''] = readdirSync(join(repository.place.name, 'pieces', group))
    expect(readFileSync(join(repository.place.name, 'pieces', group, piece)).includes('acme')).toBe(false)
  })

  it('is brought to any moment since by the log', async () => {
    await answer(1_000_001)
    await sleep(20)
    const between = Date.now()
    await sleep(20)
    await answer(1_000_002)
    await asSuperuser(test.stores.directory, (client) =>
      fetchLog(client, test.stores.directory, repository, second.firstSegment),
    )
    await withRestored('between', { at: between }, async (stores) => {
      const ages = await agesIn(stores)
      expect(ages).toContain(1_000_001)
      expect(ages).not.toContain(1_000_002)
    })
    const to = join(place, 'never')
    const later = Date.now() + 3_600_000
    await expect(restore({ from: repository, to, until: { at: later } })).rejects.toThrow('does not go so far')
    const earlier = Date.parse(first.at) - 1
    await expect(restore({ from: repository, to, until: { at: earlier } })).rejects.toThrow('nothing earlier')
  })

  it('shows the same figures on another data directory, to who is signed in', async () => {
    await catchUp(test.stores)
    await asSuperuser(test.stores.directory, (client) =>
      fetchLog(client, test.stores.directory, repository, second.firstSegment),
    )
    const here = await told(test.app)
    expect(here.map((reply) => reply.slice(0, 4))).toEqual(['200 ', '200 ', '200 '])
    expect(here.join('')).toContain(String(300 + acknowledged.length))
    await withRestored('end', 'end', async (stores) => {
      expect(await agesIn(stores)).toEqual(acknowledged.map(({ age }) => age))
      const adapting = startAdapting(stores, () => {})
      const app = await buildApp(stores, readConfiguration({ KAIKU_DATA: stores.directory, LOG_LEVEL: 'silent' }))
      try {
        await expect.poll(() => told(app), patience).toEqual(here)
      } finally {
        await app.close()
        await adapting.stop()
      }
      // It goes on in a log of its own, into the same directory.
      const own2 = await takeBackup(stores, { to: repository, keepDays: null })
      expect(own2.chain).not.toBe(second.chain)
      expect(own2.firstSegment.slice(0, 8)).toBe('00000002')
    })
  })

  it('gives one universe alone, as it was, to be made in the Kaiku that runs', async () => {
    const file = join(place, 'acme.zip')
    const aside = { from: repository, until: { backup: first.id }, scratch: place }
    await expect(writeUniverse(aside, 'nobody', file)).rejects.toThrow(`there is no universe "nobody" in ${first.id}`)
    expect(existsSync(file)).toBe(false)
    const { made } = await writeUniverse(aside, 'acme', file)
    expect(made.id).toBe(first.id)
    const actor = operatorIn(null)
    const { rows } = await importUniverse(test.stores, file, { as: 'acme-then', token: 'then', actor })
    const then = acknowledged.filter(({ at }) => at < Date.parse(first.at)).length
    expect(rows.interview).toBe(300 + then)
    await catchUp(test.stores)
    const replies = (await told(test.app, 'acme-then')).join('')
    expect(replies).toContain(String(300 + then))
    // The universe that goes on is as it was.
    expect((await told(test.app)).join('')).toContain(String(300 + acknowledged.length))
    expect(readdirSync(place).filter((name) => name.startsWith('kaiku-aside-'))).toEqual([])
  })

  it('is verified: all equal to its list; another list is told table by table', async () => {
    const lines: string[] = []
    const newest = (await repository.backups()).at(-1)
    const say = (line: string) => void lines.push(line)
    const verified = await verify({ from: repository, until: { backup: undefined }, scratch: place }, say)
    expect(verified.wrong).toEqual([])
    expect(verified.made.id).toBe(newest?.id)
    const list = verified.made.list ?? { tables: [], surveys: [], places: [] }
    const { places = [] } = list
    expect(places.length).toBeGreaterThan(0)
    expect(verified.equal).toBe(list.tables.length + 1 + places.length)
    const other = {
      places,
      tables: list.tables.slice(1).map((one, at) => Object.assign({}, one, at === 0 ? { digest: '' } : {})),
      surveys: list.surveys.map((one) => Object.assign({}, one, { interviews: 1 })),
    }
    expect(differences(list, list)).toEqual([])
    expect(differences(list, other)).toEqual([
      `table ${list.tables[0]?.table} is missing`,
      `table ${list.tables[1]?.table}: rows differ from the list`,
      `survey acme/small: ${list.surveys[0]?.interviews} interviews in the list, 1 here`,
    ])
    expect(lines.at(-2)).toMatch(/^survey acme\/small: figures of \d+ interviews, equal row for row$/)
    expect(lines.at(-1)).toBe(`survey acme/small: figures of ${places.length} places, equal to the list`)
  })
})

describe('what is not whole', () => {
  const to = () => join(place, 'refused')
  const until = () => ({ backup: second.id })

  it('a wrong key, a directory that is used and one that holds something else are refused', async () => {
    const other = join(place, 'other-key')
    writeFileSync(other, 'another key that nobody will guess')
    await expect(openRepository(at(repository.place.name, other))).rejects.toThrow('is not the key')
    writeFileSync(other, 'short')
    await expect(openRepository(at(repository.place.name, other))).rejects.toThrow('too few')
    await expect(openRepository(at(place), { make: true })).rejects.toThrow('is not empty')
    await expect(openRepository(at(join(place, 'nowhere')))).rejects.toThrow('holds no backups')
    await expect(restore({ from: repository, to: test.data, until: 'end' })).rejects.toThrow('is not empty')
  })

  const pieceOf = (path: string) => {
    const [piece = ''] = second.files.find((one) => one.path === path)?.pieces ?? []
    return join('pieces', piece.slice(0, 2), piece)
  }
  it.each([
    ['piece', () => pieceOf('secrets.json')],
    ['segment of log', () => join('log', second.chain, second.lastSegment)],
    ['description', () => join('backups', second.id)],
  ])('a %s in which one bit is another is refused by name, before anything is written', async (_what, nameOf) => {
    const name = nameOf()
    const file = join(repository.place.name, name)
    const content = readFileSync(file)
    const damaged = Buffer.from(content)
    damaged[40] = (damaged[40] ?? 0) ^ 1
    writeFileSync(file, damaged)
    await expect(restore({ from: repository, to: to(), until: until() })).rejects.toThrow(`${name} is not what`)
    expect(readdirSync(place).filter((one) => one.includes('refused'))).toEqual([])
    writeFileSync(file, content)
  })

  it('a backup that was killed in the middle leaves the earlier ones as they are', async () => {
    const before = await repository.backups()
    const environment = () => ({
      ...{ KAIKU_DATA: test.data, KAIKU_BACKUP_DIR: repository.place.name, KAIKU_BACKUP_KEY_FILE: keyFile },
      KAIKU_CRASH_AT: 'copied:300',
    })
    const file = fileURLToPath(new URL('./backup-process.fixture.ts', import.meta.url))
    const child: ChildProcess = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
      ...{ env: { ...process.env, ...environment() }, stdio: 'inherit' },
    })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    expect(await repository.backups()).toEqual(before)
    // Nothing of it is in the way of the next one.
    const next = await takeBackup(test.stores, { to: repository, keepDays: 30 })
    await restore({ from: repository, to: join(place, 'after-kill'), until: { backup: next.id } })
  })
})

describe('backups that Kaiku makes by itself', () => {
  const settings = () => Object.assign(at(join(place, 'by-itself')), { keepDays: 7, hour: 4, logMinutes: 5 })
  const run = async (name: string) => {
    const work = backupWorks(settings()).find((one) => one.name === name)
    const { stores } = test
    const stopped = new AbortController().signal
    await work?.run({ stores, universe: '', now: Date.now(), log: () => {}, stopped })
  }
  const kept = async () => (await openRepository(at(settings().place), { make: true })).backups()

  it('begin at once, follow by the log, forget what is old, and tell their age', async () => {
    expect(backupWorks(null)).toEqual([])
    expect(await backupStatus(null, Date.now())).toContain('KAIKU_BACKUP_DIR')
    await run('backup log')
    const [made] = await kept()
    const repository = await openRepository(at(settings().place))
    const before = await repository.segments(made?.chain ?? '')
    await answer(2_000_000)
    await run('backup log')
    expect(await kept()).toHaveLength(1)
    expect((await repository.segments(made?.chain ?? '')).length).toBeGreaterThan(before.length)
    const soon = await backupStatus(settings(), Date.now())
    expect(soon).toMatch(/^1 kept, the newest of .*, log until /)
    expect(soon).not.toContain('LATE')
    expect(await backupStatus(settings(), Date.now() + 27 * 3_600_000)).toContain('LATE')

    await run('backup')
    const [, other] = await kept()
    // As if the first were from before all that is kept.
    await repository.keepOnly(other ? [other] : [], other?.chain ?? '')
    expect(await kept()).toEqual([other])
    expect((await repository.segments(other?.chain ?? ''))[0]).toBe(other?.firstSegment)
    await restore({ from: repository, to: join(place, 'pruned'), until: { backup: other?.id } })
  })

  it('begin anew where log was lost', async () => {
    const repository = await openRepository(at(settings().place))
    const newest = (await kept()).at(-1)
    await answer(2_000_001)
    await run('backup log')
    expect((await kept()).at(-1)).toEqual(newest)
    rmSync(join(repository.place.name, 'log', newest?.chain ?? '', newest?.lastSegment ?? ''))
    await run('backup log')
    const anew = (await kept()).at(-1)
    expect(anew?.id).not.toBe(newest?.id)
    await expect(restore({ from: repository, to: join(place, 'gap'), until: { backup: newest?.id } })).rejects.toThrow(
      'lacks what follows',
    )
  })
})
