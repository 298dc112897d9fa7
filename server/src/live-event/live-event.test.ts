import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fullGrant, type Grant, type Permission } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import { small } from '../definition/small.fixture.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { importFile, storeInterviews } from '../import/import.ts'
import { undoImport } from '../import/import-undo.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { forgetLiveEvents } from './forget-events.ts'
import { type Audience, publishLiveEvent } from './live-event.ts'
import { hear, type Listener, type StreamedEvent } from './stream.fixture.ts'

const withFiles = new Map([
  ...small,
  [
    'imports.json',
    JSON.stringify({
      imports: [
        {
          ...{ name: 'csv', match: {} },
          columns: ['store', 'nps'].map((question) => ({ column: question, question })),
        },
      ],
    }),
  ],
])

let test: TestApp
let acme: Dictionary
let globex: Dictionary
const listeners: Listener[] = []

beforeAll(async () => {
  test = await openTestApp()
  const open = async (name: string) => {
    const universe = await test.universe(name)
    await test.survey(universe, withFiles, [
      { store: 's1', nps: 9 },
      { store: 's2', nps: 3 },
    ])
    return findSurvey(test.stores, universe, 'small')
  }
  acme = await open('acme')
  globex = await open('globex')
})
afterAll(async () => {
  for (const listener of listeners) listener.stop()
  await test?.close()
})

const member = (dictionary: Dictionary, grants: readonly Grant[] = [fullGrant(randomUUID())]) =>
  signedIn(test.stores, { universe: dictionary.universe, grants, username: randomUUID() })

async function listening(headers: Record<string, string>, from?: string, app = test.app): Promise<Listener> {
  const listener = await hear(app, headers, from)
  listeners.push(listener)
  return listener
}

/** Hears from now on. */
async function fresh(headers: Record<string, string>): Promise<Listener> {
  const listener = await listening(headers)
  expect((await listener.next())[0]?.name).toBe('begin')
  return listener
}

/** Says that there is an alert; answers its id. */
async function tell(audience: Audience = {}, dictionary = acme): Promise<string> {
  const alertId = randomUUID()
  await inUniverse(test.stores.pool, dictionary.universe, (client) =>
    publishLiveEvent(client, dictionary, { kind: 'alert', alertId }, audience),
  )
  return alertId
}

const alertsOf = (told: readonly StreamedEvent[]) =>
  told.map(({ data }) => (data.kind === 'alert' ? data.alertId : data.kind))
const leavesOf = (id: string) => [acme.views.get('store')?.tree.resolve([id]) ?? 0]
const at = (store: string): Grant => ({ ...fullGrant(randomUUID()), rows: { store: [[store]] } })

describe('live events', () => {
  it('say that there are newer figures, to everybody in the survey’s universe and to nobody else', async () => {
    const [here, there] = [await fresh(await member(acme)), await fresh(await member(globex))]
    const rows = async function* () {
      yield { key: 'new', answers: { store: 's1', nps: 1 } }
    }
    await storeInterviews(test.stores, acme, rows(), { import: 'new' })
    await catchUp(test.stores)
    const { loadCount } = await findSurvey(test.stores, acme.universe, 'small')
    expect((await here.next())[0]).toMatchObject({
      name: 'live',
      data: { kind: 'loadCount', survey: 'small', loadCount },
    })
    const own = await tell({}, globex)
    expect(alertsOf(await there.next())).toEqual([own])
  })

  it('say that a file was read or taken back, to those who import', async () => {
    const [importer, reader] = [
      await fresh(await member(acme)),
      await fresh(await member(acme, [{ ...fullGrant(randomUUID()), permissions: ['seeIndicators'] }])),
    ]
    const file = join(test.data, 'answers.csv')
    await writeFile(file, 'store,nps\ns1,7\ns2,8\ns2,none\n')
    const { importId } = await importFile(test.stores, acme, file)
    const told = { survey: 'small', file: 'answers.csv', inserted: 2, corrected: 0, rejected: 1 }
    expect((await importer.next())[0]?.data).toEqual({ kind: 'import', done: 'read', ...told })
    await undoImport(test.stores, acme, importId ?? '')
    expect((await importer.next())[0]?.data).toEqual({ kind: 'import', done: 'undone', ...told })
    const other = await tell()
    expect(alertsOf(await reader.next())).toEqual([other])
  })

  it('are heard only by whom they are for: by right, by place and by person', async () => {
    const right: Permission = 'handleAlerts'
    const all = await fresh(await member(acme))
    const first = await fresh(await member(acme, [at('s1')]))
    const without = await fresh(await member(acme, [{ ...fullGrant('x'), permissions: ['seeIndicators'] }]))
    const elsewhere = await fresh(await member(acme, [{ ...fullGrant('y'), surveys: ['other'] }]))
    const headers = await member(acme)
    const addressed = await fresh(headers)
    const identity = (await test.app.inject({ url: '/api/session/identity', headers })).json()
    const at1 = await tell({ permission: right, leaves: leavesOf('s1') })
    const at2 = await tell({ permission: right, leaves: leavesOf('s2') })
    const unplaced = await tell({ permission: right, leaves: [0] })
    const anywhere = await tell({ permission: right })
    const open = await tell()
    const personal = await tell({ person: identity.userId })
    const last = await tell()
    expect(alertsOf(await all.next(6))).toEqual([at1, at2, unplaced, anywhere, open, last])
    expect(alertsOf(await first.next(4))).toEqual([at1, anywhere, open, last])
    expect(alertsOf(await without.next(2))).toEqual([open, last])
    expect(elsewhere.told).toHaveLength(1)
    expect(alertsOf(await addressed.next(7))).toEqual([at1, at2, unplaced, anywhere, open, personal, last])
  })

  it('are heard only of what was committed', async () => {
    const listener = await fresh(await member(acme))
    await inUniverse(test.stores.pool, acme.universe, async (client) => {
      await publishLiveEvent(client, acme, { kind: 'alert', alertId: randomUUID() })
      throw new Error('rolled back')
    }).catch(() => {})
    const kept = await tell()
    expect(alertsOf(await listener.next())).toEqual([kept])
  })

  it('go on where a stream ended, in another process too, without a gap and without a repetition', async () => {
    const headers = await member(acme)
    const other = await buildApp(test.stores, readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent' }))
    const held = await test.stores.service.connect()
    try {
      const told: string[] = []
      const [writers, each] = [4, 40]
      let listener = await fresh(headers)
      await held.query('begin; select pg_current_xact_id()')
      const written = Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const ids: string[] = []
          for (let at = 0; at < each; at++) ids.push(await tell())
          if (writer === 0) await held.query('commit')
          return ids
        }),
      )
      for (let broken = 0; told.length < writers * each; broken++) {
        told.push(...alertsOf(await listener.next(Math.min(7 + broken, writers * each - told.length))))
        const from = listener.told.find((one) => alertsOf([one])[0] === told.at(-1))?.id
        listener.stop()
        listener = await listening(headers, from, broken % 2 === 0 ? other : test.app)
      }
      const ids = (await written).flat()
      expect(new Set(told)).toEqual(new Set(ids))
      expect(told).toHaveLength(ids.length)
    } finally {
      held.release(true)
      await other.close()
    }
  })

  it('begin anew where a stream cannot go on: nonsense, a position to come, one that is forgotten', async () => {
    const headers = await member(acme)
    const { told } = await fresh(headers)
    const old = told[0]?.id ?? ''
    for (const from of ['x', '1-2-3', '999999999999-1']) {
      const listener = await listening(headers, from)
      expect((await listener.next())[0]?.name).toBe('begin')
    }
    await tell()
    await tell()
    await test.stores.service.query(`update live_event set at = at - interval '2 hours'`)
    const { rows } = await test.stores.service.query<{ tx: string; seq: string }>(
      'select tx, seq from live_event order by tx, seq',
    )
    await forgetLiveEvents(test.stores)
    expect((await (await listening(headers, old)).next())[0]?.name).toBe('begin')
    const last = rows.at(-1)
    const resumed = await listening(headers, `${last?.tx}-${last?.seq}`)
    const next = await tell()
    expect(alertsOf(await resumed.next())).toEqual([next])
  })

  it('go on when the database ends the connection that listens', async () => {
    const listener = await fresh(await member(acme))
    await test.stores.service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service' and pid <> pg_backend_pid()`,
    )
    const told = await tell()
    expect(alertsOf(await listener.next())).toEqual([told])
  })

  it('end with the session, and the server does not wait for them when it stops', async () => {
    const headers = await member(acme)
    const listener = await fresh(headers)
    await test.app.inject({ method: 'POST', url: '/api/session/logout', headers, payload: {} })
    await tell()
    await listener.ended
    expect(listener.told).toHaveLength(1)
    const other = await buildApp(test.stores, readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent' }))
    const open = await listening(await member(acme), undefined, other)
    await other.close()
    await open.ended
  })
})
