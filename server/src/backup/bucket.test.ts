import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { startS3, testBucket } from '../backup-place/s3-server.fixture.ts'
import { small } from '../definition/small.fixture.ts'
import { backupFindings } from '../doctor/backups.ts'
import { verify } from '../restore/verify.ts'
import { backupAge, backupStatus, backupWorks } from './backup-work.ts'
import { differences } from './checking-list.ts'
import { placeDifferences } from './listed-place.ts'
import { openRepository } from './repository.ts'

let test: TestApp
let s3: Awaited<ReturnType<typeof startS3>>
let scratch: string
const settings = () => ({
  ...{ place: `s3://${testBucket}/kaiku`, keyFile: join(scratch, 'key'), s3: s3.access },
  ...{ keepDays: 7, hour: 4, logMinutes: 5 },
})
const open = () => openRepository(settings())

beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  scratch = dirname(test.data)
  writeFileSync(join(scratch, 'key'), 'a key that nobody will ever guess\n')
  s3 = await startS3(join(scratch, 's3'))
  const acme = await test.universe('acme')
  const answers = Array.from({ length: 30 }, (_, at) => ({ date: '2026-03-01', store: at < 20 ? 's1' : 's2', nps: 9 }))
  await test.survey(acme, new Map(small), answers)
})
afterAll(async () => {
  await s3?.close()
  await test?.close()
})

async function run(name: string) {
  const work = backupWorks(settings()).find((one) => one.name === name)
  const { stores } = test
  await work?.run({ stores, universe: '', now: Date.now(), log: () => {}, stopped: new AbortController().signal })
}

const thrown = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => String(error),
  )

it('a backup to a bucket that goes away is not there; the next one goes on with what has arrived', async () => {
  s3.down(2 ** 20)
  const said = await thrown(run('backup'))
  expect(said).toContain('cannot be reached')
  expect(said).not.toContain(s3.access.secret)
  s3.down()
  const arrived = await (await open()).place.namesIn('pieces')
  expect(arrived.length).toBeGreaterThan(0)
  expect(await (await open()).ids()).toEqual([])
  expect(await backupStatus(settings(), Date.now())).toBe('none yet')
  expect(await backupFindings(settings(), test.data, Date.now())).toMatchObject([{ state: 'warning' }])

  s3.requests.length = 0
  await run('backup')
  expect(await (await open()).ids()).toHaveLength(1)
  for (const name of arrived)
    expect(s3.requests.some((asked) => asked === `PUT /${testBucket}/kaiku/pieces/${name}`)).toBe(false)
  // What names all the others comes last.
  const sent = s3.requests.filter((asked) => asked.startsWith('PUT '))
  expect(sent.at(-1)).toContain('/kaiku/backups/')
})

it('a further one adds little, and its age and state are told as of a directory', async () => {
  await run('backup log')
  await run('backup')
  const [first, second] = await (await open()).backups()
  expect(second?.added).toBeLessThan((first?.added ?? 0) / 2)
  const now = Date.parse(second?.at ?? '') + 60_000
  expect((await backupAge(settings(), now))?.backup).toBe(60)
  expect(await backupStatus(settings(), now)).toMatch(/^2 kept, the newest of .*, log until /)
  const late = now + 30 * 3_600_000
  expect(await backupStatus(settings(), late)).toContain('LATE')
  const [found] = await backupFindings(settings(), test.data, late)
  expect(found).toMatchObject({ state: 'fault', found: 'the newest is 30 hours old' })
})

it('is verified from the bucket, each branch of each view by its figures', async () => {
  const lines: string[] = []
  const aside = { from: await open(), until: { backup: undefined }, scratch }
  const { made, wrong } = await verify(aside, (line) => void lines.push(line))
  expect(wrong).toEqual([])
  expect(lines).toContain('survey acme/small: figures of 2 places, equal to the list')
  const of = { universe: 'acme', survey: 'small', view: 'store' }
  const { list } = made
  expect(list?.places).toEqual([
    Object.assign({ place: 's1', interviews: 20 }, of),
    Object.assign({ place: 's2', interviews: 10 }, of),
  ])
  if (!list?.places) throw new Error('there is no list')
  // The total is the same: ten of one branch stand in another.
  const moved = list.places.map((one) => Object.assign({}, one, { interviews: one.place === 's1' ? 10 : 20 }))
  expect(differences(list, Object.assign({}, list, { places: moved }))).toEqual([
    'survey acme/small, view store, s1: 20 interviews in the list, 10 here',
    'survey acme/small, view store, s2: 10 interviews in the list, 20 here',
  ])
  expect(placeDifferences(list.places, list.places.slice(1), 'in its figures')).toEqual([
    'survey acme/small, view store, s1: 20 interviews in the list, 0 in its figures',
  ])
  // An older Kaiku made no such list.
  expect(placeDifferences(undefined, list.places)).toEqual([])
})

it('refuses a damaged object by its name, and a wrong secret, and tells no secret', async () => {
  const from = await open()
  const made = await from.newest()
  const [piece = ''] = made?.files.find(({ path }) => path === 'secrets.json')?.pieces ?? []
  const name = `pieces/${piece.slice(0, 2)}/${piece}`
  const content = await from.place.read(name)
  const damaged = Buffer.from(content ?? '')
  damaged[40] = (damaged[40] ?? 0) ^ 1
  await from.place.write(name, damaged, true)
  const aside = { from, until: { backup: undefined }, scratch }
  await expect(verify(aside, () => {})).rejects.toThrow(`${name} is not what was written (of secrets.json)`)
  await from.place.remove([name])
  await expect(verify(aside, () => {})).rejects.toThrow(`${name} is missing`)
  expect(readdirSync(scratch).filter((one) => one.startsWith('kaiku-aside-'))).toEqual([])

  const wrong = Object.assign({}, settings(), { s3: Object.assign({}, s3.access, { secret: 'quite another' }) })
  const [found] = await backupFindings(wrong, test.data, Date.now())
  expect(found).toMatchObject({ state: 'fault', todo: expect.stringContaining('KAIKU_BACKUP_S3_SECRET') })
  expect(JSON.stringify(found)).not.toContain('quite another')
})

it('forgets what no backup needs', async () => {
  const to = await open()
  const [, second] = await to.backups()
  if (!second) throw new Error('there is no second backup')
  const before = (await to.place.namesIn('pieces')).length
  await to.keepOnly([second], second.chain)
  expect(await to.ids()).toEqual([second.id])
  expect((await to.place.namesIn('pieces')).length).toBeLessThan(before)
  expect((await to.segments(second.chain))[0]).toBe(second.firstSegment)
})
