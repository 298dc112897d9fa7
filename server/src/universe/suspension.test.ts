import { apiScopes } from '@kaiku/core/api-scope.ts'
import { loginStatus } from '@kaiku/core/login-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { takeDue } from '../background-work/queue.ts'
import { type RecurringWork, runDue } from '../background-work/recurring-work.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { json, small } from '../definition/small.fixture.ts'
import { mailQueue } from '../mail/outbox.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let globex: string
let root: Headers
let admin: Headers
let stranger: Headers
let both: Headers
const keys: Record<string, Headers> = {}

const form = { id: 'visit', title: 'Visit', open: true, pages: [{ parts: [{ question: 'nps' }] }] }
const files = new Map([...small, ['forms.json', json({ forms: [form] })]])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  const grants = [usualRoles.Administrator]
  root = { ...(await signedIn(test.stores, 'root')), 'kaiku-universe': 'globex' }
  admin = await signedIn(test.stores, { universe: acme, grants, username: 'anna' })
  stranger = await signedIn(test.stores, { universe: globex, grants })
  for (const [name, universe] of [
    ['acme', acme],
    ['globex', globex],
  ] as const) {
    await test.survey(universe, files, [{ nps: 9 }])
    const settings = { label: 'x', scopes: [...apiScopes], expiresOn: null }
    const by = { universe, userId: null, name: 'test', actingAs: null, address: '' }
    const { token } = await createUniverseKey(test.stores, universe, settings, by)
    keys[name] = { authorization: `Bearer ${token}` }
  }
  both = await signedIn(test.stores, { universe: acme, grants, username: 'bo' })
  await test.stores.service.query(
    `insert into membership (universe, person) select $1, id from person where username = 'bo'`,
    [globex],
  )
})
afterAll(() => test?.close())

const set = (verb: 'suspend' | 'resume', headers = root, name = 'acme') =>
  test.app.inject({ method: 'POST', url: `/api/backend/universes/${name}/${verb}`, headers })
const get = (url: string, headers: Headers = {}) => test.app.inject({ url, headers })
const resumed = async (headers: Headers, universe = '') => {
  const sessionId = headers.authorization?.replace('Bearer ', '') ?? ''
  const payload = { sessionId, universe }
  return (await test.app.inject({ method: 'POST', url: '/api/vuejs/auth/validatecookie', payload })).json()
}
const entries = async (universe: string) =>
  (await test.stores.service.query('select action from audit where universe = $1 order by id', [universe])).rows
const due = () => takeDue(test.stores, mailQueue, new WorkLanes(mailQueue.limits, () => {}), Date.now() + 3_600_000)

describe('a suspended universe', () => {
  it('is suspended and resumed by root alone', async () => {
    for (const verb of ['suspend', 'resume'] as const) {
      expect((await set(verb, {})).statusCode).toBe(401)
      expect((await set(verb, admin)).statusCode).toBe(403)
      expect((await set(verb, stranger)).statusCode).toBe(403)
      expect((await set(verb, root, 'nowhere')).statusCode).toBe(404)
    }
    expect((await get('/api/universedata', admin)).statusCode).toBe(200)
  })

  it('lets nobody in but root: no person, no key, no form', async () => {
    expect((await set('suspend')).json()).toEqual({ suspended: true })
    const refused = await get('/api/universedata', admin)
    expect([refused.statusCode, refused.json().reason]).toEqual([403, { key: 'universe.suspended', values: {} }])
    expect((await resumed(admin)).loginStatus).toBe(loginStatus.suspended)
    const named = { ...both, 'kaiku-universe': 'acme' }
    expect((await get('/api/universedata', named)).statusCode).toBe(403)
    // To a stranger it is like one that is nowhere.
    expect((await get('/api/universedata', { ...stranger, 'kaiku-universe': 'acme' })).statusCode).toBe(404)

    expect(
      (await get('/api/v1/surveys/small/interviews/01890000-0000-7000-8000-000000000000', keys.acme)).json(),
    ).toMatchObject({ code: 'forbidden' })
    const page = await get('/form/acme/small?lang=fi', {})
    expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Kyselyn järjestäjä on keskeyttänyt sen')
    const kept = await get('/form/acme/small/kiosk.json', {})
    expect(kept.statusCode).toBe(403)
    expect((await get('/api/universedata', { ...root, 'kaiku-universe': 'acme' })).statusCode).toBe(200)
  })

  it('leaves everybody elsewhere alone, also who is a member of both', async () => {
    expect((await get('/api/universedata', stranger)).json().name).toBe('globex')
    expect(
      (await get('/api/v1/surveys/small/interviews/01890000-0000-7000-8000-000000000000', keys.globex)).statusCode,
    ).toBe(404)
    expect((await get('/form/globex/small')).statusCode).toBe(200)
    const identity = await resumed(both, 'globex')
    expect([identity.loginStatus, identity.universe]).toEqual([loginStatus.success, 'globex'])
    expect(JSON.stringify(identity)).not.toContain('acme')
  })

  it('sends nothing, does nothing but what erases, and sends what waited when it is resumed', async () => {
    const { service } = test.stores
    await service.query('delete from mailbox')
    for (const universe of [acme, globex, null])
      await service.query(
        `insert into mailbox (universe, recipient, subject, text, html) values ($1, 'x@example.com', 'x', 'x', '')`,
        [universe],
      )
    expect((await due()).map(({ universe }) => universe).sort()).toEqual(['', globex].sort())
    const ran: string[] = []
    const work = (name: string, goesOn: boolean): RecurringWork => ({
      ...{ name, of: 'universe', when: { every: 60_000 }, ...(goesOn && { goesOn: true as const }) },
      run: async ({ universe }) => {
        ran.push(`${name} ${universe === acme ? 'acme' : 'globex'}`)
        return null
      },
    })
    const works = [work('tells', false), work('erases', true)]
    await service.query('delete from recurring_work')
    for (const universe of [acme, globex])
      for (const { name } of works)
        await service.query(
          `insert into recurring_work (work, universe, zone, next_at) values ($1, $2, 'UTC', now())`,
          [name, universe],
        )
    const lanes = new WorkLanes({ all: 10, universe: 10, receiver: 10 }, (error) => {
      throw error
    })
    await runDue(test.stores, works, () => {}, lanes, new AbortController().signal)
    await lanes.allEnd()
    expect(ran.sort()).toEqual(['erases acme', 'erases globex', 'tells globex'])

    expect((await set('resume')).json()).toEqual({ suspended: false })
    expect((await due()).map(({ universe }) => universe)).toEqual([acme])
    expect((await get('/api/universedata', admin)).statusCode).toBe(200)
    expect((await get('/form/acme/small')).statusCode).toBe(200)
    expect(
      (await get('/api/v1/surveys/small/interviews/01890000-0000-7000-8000-000000000000', keys.acme)).statusCode,
    ).toBe(404)
  })

  it('is told of to root, and noted', async () => {
    await set('suspend')
    const listed = (await get('/api/backend/universes', root)).json()
    expect(listed).toMatchObject([
      { name: 'acme', suspendedAt: expect.any(String), isDeleting: false, interviews: 1, surveys: 1, members: 2 },
      { name: 'globex', suspendedAt: null, interviews: 1 },
    ])
    expect(listed[0].suspendedBy).toMatch(/^root/)
    await set('resume')
    const actions = (await entries(acme)).map(({ action }) => action).filter((one) => one.startsWith('universe.'))
    expect(actions.slice(-4)).toEqual(['universe.suspend', 'universe.resume', 'universe.suspend', 'universe.resume'])
    expect((await entries(globex)).map(({ action }) => action)).not.toContain('universe.suspend')
  })
})
