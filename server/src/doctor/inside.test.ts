import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { asSuperuser, holdLog } from '../backup/cluster.ts'
import { openRepository } from '../backup/repository.ts'
import { takeBackup } from '../backup/take-backup.ts'
import type { Finding, Patient } from '../checkup/finding.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { backupFindings, backups } from './backups.ts'
import { examine } from './doctor.ts'
import { readWork, type WorkState, workFindings } from './work.ts'

let test: TestApp
let place: string
let keyFile: string
beforeAll(async () => {
  test = await openTestApp({}, { own: true })
  place = dirname(test.data)
  keyFile = join(place, 'key')
  writeFileSync(keyFile, 'a key that nobody will ever guess\n', { mode: 0o600 })
  await test.universe('acme')
})
afterAll(() => test?.close())

const told = (found: readonly Finding[]) => found.map(({ check, state }) => `${check} ${state}`)
const hour = 3_600_000

describe('backups', () => {
  const settings = () => ({
    ...{ place: join(place, 'backups'), keyFile, s3: null },
    ...{ keepDays: 30, hour: 4, logMinutes: 5 },
  })
  const look = (now: number, more = {}) => backupFindings(Object.assign(settings(), more), test.data, now)

  it('are not asked for, not made yet, or another’s affair', async () => {
    const patient = (environment: Record<string, string>) =>
      ({ configuration: readConfiguration(environment), now: Date.now }) as unknown as Patient
    expect(told(await backups.look(patient({})))).toEqual(['backups warning'])
    expect(told(await backups.look(patient({ DATABASE_URL: 'postgresql://a@b/c' })))).toEqual(['backups skipped'])
    mkdirSync(settings().place)
    expect(told(await look(Date.now()))).toEqual(['backups warning', 'backups warning'])
  })

  it('are there, on the same disk, and late a day later; their key must be right and lie elsewhere', async () => {
    rmSync(settings().place, { recursive: true })
    const to = await openRepository(settings(), { make: true })
    await asSuperuser(test.stores.directory, holdLog)
    const made = await takeBackup(test.stores, { to, keepDays: null })
    const at = Date.parse(made.at)
    const sameDisk = expect.objectContaining({ state: 'warning', found: expect.stringContaining('on the disk of') })
    expect(await look(at)).toEqual([expect.objectContaining({ state: 'ok' }), sameDisk])
    expect(await look(at + 30 * hour)).toEqual([
      expect.objectContaining({ state: 'fault', found: 'the newest is 30 hours old' }),
      expect.objectContaining({ state: 'warning', found: expect.stringContaining('the log was copied last') }),
      sameDisk,
    ])
    const other = join(place, 'other-key')
    writeFileSync(other, 'another key that nobody will ever guess')
    expect(await look(at, { keyFile: other })).toMatchObject([
      { state: 'fault', means: expect.stringContaining('with this key') },
      { state: 'warning' },
    ])
    expect(await look(at, { keyFile: join(place, 'none') })).toMatchObject([{ state: 'fault' }, { state: 'warning' }])
    const inside = join(settings().place, 'key')
    writeFileSync(inside, 'a key that nobody will ever guess')
    expect((await look(at, { keyFile: inside })).at(-1)).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('lies among'),
    })
  })
})

describe('the background', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  const ago = (milliseconds: number) => new Date(now - milliseconds)
  const good: WorkState = {
    loops: [{ name: 'figures', doneAt: ago(5_000), faultedAt: ago(hour), fault: 'long over' }],
    queues: [],
    recurring: [],
    behind: { figures: 3, alerts: 0 },
  }
  const look = (change: Partial<WorkState>) => workFindings(Object.assign({}, good, change), now, true)
  const queue = { queue: 'webhook', universe: 'acme', waiting: 2, givenUp: 0, oldest: ago(5_000), fault: null }
  const recurring = {
    work: 'retention',
    universe: '',
    zone: 'UTC',
    doneAt: null,
    nextAt: ago(-hour),
    attempts: 0,
    fault: null,
  }

  it('goes well', () => {
    expect(told(look({ queues: [queue], recurring: [recurring] }))).toEqual(['background work ok'])
  })

  it('never ran, or stands still', async () => {
    expect(told(workFindings(await readWork(test.stores), now, true))).toEqual(['background work fault'])
    expect(look({ loops: [{ name: 'figures', doneAt: ago(2 * hour), faultedAt: null, fault: null }] })).toMatchObject([
      { state: 'fault', found: 'nothing was done for 2 hours' },
    ])
  })

  it('fails in a part, has given something up, waits long, is overdue, or far behind', () => {
    const failing = { name: 'alerts', doneAt: ago(60_000), faultedAt: ago(1_000), fault: 'it broke' }
    const wrong: [Partial<WorkState>, string][] = [
      [{ loops: [...good.loops, failing] }, '“alerts” fails: it broke'],
      [{ queues: [Object.assign({}, queue, { givenUp: 4, fault: 'gone' })] }, '4 given up in webhook of acme: gone'],
      [
        { queues: [Object.assign({}, queue, { oldest: ago(5 * hour) })] },
        '2 wait in webhook of acme, the first for 5 hours',
      ],
      [
        { recurring: [Object.assign({}, recurring, { attempts: 3, fault: 'full' })] },
        '“retention” failed 3 times: full',
      ],
      [{ recurring: [Object.assign({}, recurring, { nextAt: ago(3 * hour) })] }, '“retention” is overdue by 3 hours'],
      [{ behind: { figures: 20_000, alerts: 0 } }, 'figures are 20000 changes behind, alerts 0'],
    ]
    for (const [change, found] of wrong) expect(look(change)).toMatchObject([{ state: 'warning', found }])
  })
})

describe('the whole look', () => {
  const patient = (more: Partial<Patient>): Patient =>
    Object.assign(
      {
        configuration: readConfiguration({ KAIKU_DATA: test.data, KAIKU_CASHE: 'off' }),
        stores: test.stores,
        isRunning: false,
        now: Date.now,
        sendTo: null,
      },
      more,
    )

  it('goes over everything once, in order, and tells each finding as it is made', async () => {
    const heard: Finding[] = []
    const found = await examine(patient({}), (finding) => heard.push(finding))
    expect(heard).toEqual(found)
    expect([...new Set(told(found.filter(({ check }) => check !== 'disk')))]).toEqual([
      ...[
        'Node ok',
        'memory ok',
        'open files ok',
        'data directory ok',
        'settings warning',
        'secrets ok',
        'PostgreSQL ok',
      ],
      ...['row security ok', 'tables ok', 'transactions ok', 'ClickHouse ok', 'clock ok', 'time zones ok'],
      ...[
        'background work skipped',
        'backups warning',
        'mail warning',
        'SMS skipped',
        'address skipped',
        'identity provider ok',
      ],
    ])
    for (const { state, means, todo } of found)
      expect([means !== null, todo !== null]).toEqual(Array(2).fill(state === 'warning' || state === 'fault'))
  })

  it('goes on where a part is away, and says so', async () => {
    const broken = Object.assign({}, test.stores, {
      clickhouse: Object.assign({}, test.stores.clickhouse, {
        read: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
      }),
    })
    const found = await examine(patient({ stores: broken }), () => {})
    expect(found.find(({ check }) => check === 'ClickHouse')).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('does not answer'),
    })
    expect(told(found)).toContain('row security ok')
    expect(told(found)).toContain('identity provider ok')
  })

  it('goes without stores', async () => {
    const found = await examine(patient({ stores: null }), () => {})
    expect(told(found)).not.toContain('PostgreSQL ok')
    expect(told(found)).toContain('mail warning')
  })
})
