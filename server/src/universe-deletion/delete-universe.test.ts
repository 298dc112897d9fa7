import { verify } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { universeDeletionCalls } from '@kaiku/contract/universe-deletion.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stores } from '../db/stores.ts'
import { catchUp } from '../feed/feed.ts'
import { mark, openTenantMatrix, type TenantMatrix } from '../http/tenant-matrix.fixture.ts'
import { keptFile } from '../new-survey/kept-file.ts'
import { findUniverse } from '../universe/universe.ts'
import { deleteUniverses, universeDeletions } from './delete-universe.ts'

let matrix: TenantMatrix
let acme: string
let globex: string
const root = () => matrix.callerIn('globex', 'GET backend/universes')
const call = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: object) =>
  matrix.app.inject({ method, url: `/api/backend/${path}`, headers, ...(payload && { payload }) })
const ask = async (sql: string, values: unknown[] = []) => (await matrix.stores.owner.query(sql, values)).rows

/** Every table of PostgreSQL, and how many rows of it hold one of the texts. */
async function holding(...texts: string[]): Promise<Map<string, number>> {
  const tables = await ask(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found = new Map<string, number>()
  for (const { name } of tables) {
    const [{ n }] = await ask(
      `select count(*)::int as n from "${name}" t where exists (select from unnest($1::text[]) x where position(x in t::text) > 0)`,
      [texts],
    )
    if (n > 0) found.set(name, n)
  }
  return found
}

const tables = async () =>
  (await matrix.stores.clickhouse.read<[string]>('select name from system.tables where database = currentDatabase()'))
    .map(([name]) => name)
    .sort()

const run = (stores: Stores) => ({
  ...{ stores, universe: '', now: 0, log: () => {}, stopped: new AbortController().signal },
})

beforeAll(async () => {
  matrix = await openTenantMatrix()
  acme = (await findUniverse(matrix.stores, 'acme'))?.id ?? ''
  globex = (await findUniverse(matrix.stores, 'globex'))?.id ?? ''
})
afterAll(() => matrix?.close())

describe('a universe', () => {
  it('is deleted by root alone, by its own name, and only while it is suspended', async () => {
    const path = 'universes/acme/delete'
    expect((await call('POST', path, {}, { name: 'acme' })).statusCode).toBe(401)
    for (const headers of [matrix.owner, matrix.stranger, matrix.powerless])
      expect((await call('POST', path, headers, { name: 'acme' })).statusCode).toBe(403)
    expect((await call('POST', 'universes/nowhere/delete', root(), { name: 'nowhere' })).statusCode).toBe(404)
    const refused = await call('POST', path, root(), { name: 'acme' })
    expect([refused.statusCode, refused.json().reason.key]).toEqual([409, 'universe.notSuspended'])
    expect((await call('POST', 'universes/acme/suspend', root())).json()).toEqual({ suspended: true })
    const other = await call('POST', path, root(), { name: 'ACME' })
    expect([other.statusCode, other.json().reason.key]).toEqual([400, 'universe.otherName'])
    expect(await deleteUniverses(matrix.stores)).toBe(0)
    expect((await holding(acme)).size).toBeGreaterThan(40)
  })

  it('leaves nothing in PostgreSQL, ClickHouse and files, and the others as they were', async () => {
    await catchUp(matrix.stores)
    const [{ number }] = await ask('select number from survey where universe = $1', [acme])
    const before = await holding(globex)
    const kept = '01890000-0000-7000-8000-00000000000f'
    const person = await ask('select person from membership where universe = $1 limit 1', [acme])
    await ask(
      `insert into new_survey (universe, id, person, file, size, decisions, understood, definition, assumptions)
       values ($1, $2, $3, $4, 1, '{}', '{}', '{}', '')`,
      [acme, kept, person[0].person, mark],
    )
    const file = keptFile(matrix.stores, { id: kept, file: 'a.csv' })
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, mark)
    expect((await tables()).filter((name) => new RegExp(`_${number}(_|$)`).test(name)).length).toBeGreaterThan(1)
    // Root signed in here, and looks from elsewhere by now.
    const [{ n }] = await ask(
      `with moved as (update session set universe = $1 where person in (select id from person where is_root) returning 1)
       select count(*)::int as n from moved`,
      [acme],
    )
    expect(n).toBeGreaterThan(0)

    const asked = await call('POST', 'universes/acme/delete', root(), { name: 'acme' })
    expect([asked.statusCode, asked.json()]).toMatchObject([200, { name: 'acme', deletedAt: null }])
    const again = await call('POST', 'universes/acme/delete', root(), { name: 'acme' })
    expect([again.statusCode, again.json().reason.key]).toEqual([409, 'universe.deleting'])
    expect((await call('POST', 'universes/acme/resume', root())).statusCode).toBe(404)

    expect(await universeDeletions.run(run(matrix.stores))).toBe(null)
    expect(await deleteUniverses(matrix.stores)).toBe(0)
    expect([...(await holding(acme, mark)).keys()]).toEqual(['universe_deletion'])
    expect((await tables()).filter((name) => new RegExp(`_${number}(_|$)`).test(name))).toEqual([])
    expect(existsSync(file)).toBe(false)
    // Root was told in the universe that it looked from.
    expect(await holding(globex)).toEqual(new Map([...before, ['audit', (before.get('audit') ?? 0) + 1]]))
    const [audited] = await ask(`select universe, subject, after from audit where action = 'universe.delete'`)
    expect(audited).toMatchObject({
      universe: globex,
      subject: 'acme',
      after: { certificate: asked.json().deletionId },
    })

    // The feed goes on, also after it was killed and does its last batches again.
    await ask('update projection_batch set done_at = null')
    await catchUp(matrix.stores)
    expect((await tables()).filter((name) => new RegExp(`_${number}(_|$)`).test(name))).toEqual([])
    const people = await ask('select username from person')
    expect(people.length).toBeGreaterThan(1)
    expect((await call('GET', 'universes', root())).json()).toHaveLength(1)
  })

  it('leaves a certificate that can be read, and that nobody else can have signed', async () => {
    const listed = universeDeletionCalls.list.reply.parse((await call('GET', 'deletions', root())).json())
    expect(listed).toMatchObject([
      { name: 'acme', title: `${mark} Acme`, by: expect.stringMatching(/^root/), purgedAt: null },
    ])
    const [one] = listed
    expect(one?.rows).toBeGreaterThan(100)
    const path = `deletions/${one?.deletionId}/certificate`
    const { statement, signature, publicKey } = (await call('GET', `${path}?format=json`, root())).json()
    expect(statement).toMatchObject({
      kind: 'kaiku.universe.deletion',
      universe: { id: acme, name: 'acme' },
      by: one?.by,
      rowsByTable: { interview: expect.any(Number), audit: expect.any(Number), person: expect.any(Number) },
    })
    const holds = (said: object) =>
      verify(null, Buffer.from(JSON.stringify(said)), publicKey, Buffer.from(signature, 'base64url'))
    expect([holds(statement), holds(Object.assign(statement, { by: 'nobody' }))]).toEqual([true, false])
    const pdf = await call('GET', `${path}?format=pdf&locale=fi`, root())
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf', '%PDF-'],
    ])
    for (const headers of [matrix.stranger, {}])
      expect((await call('GET', `${path}?format=json`, headers)).statusCode).toBe(
        'authorization' in headers ? 403 : 401,
      )
  })
})
