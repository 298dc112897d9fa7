import type { AuditEntry } from '@kaiku/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'
import { record } from './audit.ts'

let opened: TestStores
let stores: Stores
let app: FastifyInstance
let acme: string
let globex: string
let admin: { authorization: string }
let viewer: { authorization: string }
let root: { authorization: string }

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: opened.data, LOG_LEVEL: 'silent' }))
  admin = await signedIn(stores, { universe: acme, grants: [usualRoles.Administrator], username: 'admin' })
  viewer = await signedIn(stores, { universe: acme, grants: [usualRoles.Viewer] })
  root = await signedIn(stores, 'root')
  for (let i = 0; i < 60; i++) await write(acme, 'anna', { subject: `role ${i}`, after: { note: `n${i}` } })
  await write(globex, 'otto', { subject: 'theirs' })
  await write(acme, 'eve', { subject: '=HYPERLINK("https://evil.example")', before: { name: 'Å' } })
  for (const name of ['admin', 'nobody'])
    await record(stores, { ...actor(null, name), universe: null }, { action: 'session.refused' })
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const actor = (universe: string | null, name: string) => ({
  ...{ universe, userId: null, name, actingAs: null, address: '192.0.2.1' },
})
const write = (universe: string, name: string, more: object) =>
  record(stores, actor(universe, name), { action: 'role.change', ...more })
const get = (url: string, headers: Record<string, string> = admin) => app.inject({ url: `/api/audit/${url}`, headers })
const list = async (query = '', headers = admin): Promise<{ entries: AuditEntry[]; hasMore: boolean }> =>
  (await get(`list${query}`, headers)).json()

describe('the audit log', () => {
  it('is read page by page from the newest on, and holds nothing of another universe', async () => {
    const first = await list()
    expect(first).toMatchObject({ hasMore: true, entries: expect.objectContaining({ length: 50 }) })
    const second = await list(`?after=${first.entries.at(-1)?.id}`)
    expect(second.hasMore).toBe(false)
    const all = [...first.entries, ...second.entries]
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ subject }) => subject === 'theirs')).toEqual([])
  })

  it('shows a refused sign-in where its user is a member, and nowhere else', async () => {
    const { entries } = await list('?action=session.refused')
    expect(entries.map(({ actor: name }) => name)).toEqual(['admin'])
  })

  it('is filtered by person, action, day and text', async () => {
    expect((await list('?person=EVE')).entries).toHaveLength(1)
    expect((await list('?text=n59')).entries.map(({ after }) => after)).toEqual([{ note: 'n59' }])
    expect((await list('?action=role.delete')).entries).toEqual([])
    expect((await list('?to=2000-01-01')).entries).toEqual([])
    expect((await list('?from=2000-01-01&person=eve')).entries).toHaveLength(1)
    expect((await get('list?from=tomorrow')).statusCode).toBe(400)
  })

  it('is open to who may see it only; all universes at once to root only', async () => {
    expect((await get('list', viewer)).statusCode).toBe(403)
    expect((await get('export', viewer)).statusCode).toBe(403)
    expect((await get('list?everywhere=true')).statusCode).toBe(403)
    expect((await list('?everywhere=true&text=theirs', root)).entries).toHaveLength(1)
  })

  it('is exported whole, without formulas, and the export is written down', async () => {
    const { body, headers } = await get('export')
    expect(headers['content-type']).toContain('text/csv')
    expect(body.trimEnd().split('\r\n').length).toBeGreaterThan(61)
    expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(body).toContain('{""name"":""Å""}')
    expect((await list('?action=data.export')).entries).toMatchObject([{ actor: 'admin', subject: 'audit' }])
  })

  it.each(['update audit set subject = $1', 'delete from audit where subject = $1', 'truncate audit'])(
    'refuses the application’s own roles to %s',
    async (statement) => {
      const values = statement.includes('$1') ? ['x'] : []
      await expect(inUniverse(stores.pool, acme, (client) => client.query(statement, values))).rejects.toThrow(/denied/)
      await expect(stores.service.query(statement, values)).rejects.toThrow(/denied/)
    },
  )
})
