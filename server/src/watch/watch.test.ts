import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthAlert } from '@kaiku/contract/watch.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { repository } from '../configuration/installation.ts'
import { small } from '../definition/small.fixture.ts'
import { lagClock } from '../feed/lag-clock.ts'
import { openTransport, sendWaiting } from '../mail/outbox.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { countFault } from '../measure/meter.ts'
import { measured } from '../measure/statement.ts'
import { createPerson } from '../person/person.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { readExposition } from './exposition.fixture.ts'
import type { Trouble } from './health-rule.ts'
import { startMetrics } from './metrics.routes.ts'
import { processLooker } from './process-sample.ts'
import { houseOf, processOf } from './sample.fixture.ts'
import { houseSamples, processSamples, putHouse, putProcess, thinSamples } from './sample.store.ts'
import { followTroubles, mostToldInADay } from './tell-health.ts'
import { lookOnce, startWatching } from './watch-work.ts'

const key = 'a-key-of-the-metrics-3141'
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

let test: TestStores
let app: FastifyInstance
let keyFile: string
type Headers = Record<string, string>
let [root, admin, stranger]: Headers[] = []

const configured = (more: Record<string, string> = {}) =>
  readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent', ...more })

beforeAll(async () => {
  test = await openTestStores()
  keyFile = join(test.data, '..', 'metrics.key')
  writeFileSync(keyFile, `${key}\n`)
  const acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, small)
  app = await buildApp(test.stores, configured({ KAIKU_METRICS_KEY_FILE: keyFile }))
  root = await signedIn(test.stores, 'root')
  admin = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Administrator], username: 'admin' })
  stranger = await signedIn(test.stores, { universe: globex, grants: [usualRoles.Administrator], username: 'stranger' })
})
beforeEach(() => test.stores.service.query('delete from health_sample; delete from health_alert; delete from mailbox'))
afterAll(async () => {
  await app?.close()
  await test?.close()
})

const metrics = async () => {
  const reply = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${key}` } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return { text: reply.body, read: readExposition(reply.body) }
}

describe('metrics', () => {
  it('are for who has the key, and nothing without one', async () => {
    const asked = async (headers: Headers) => (await app.inject({ url: '/metrics', headers })).statusCode
    expect(await asked({})).toBe(401)
    expect(await asked({ authorization: 'Bearer another-key-of-nobody' })).toBe(401)
    expect(await asked(root ?? {})).toBe(401)
    const without = await buildApp(test.stores, configured())
    const reply = await without.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('kaiku_')
    await without.close()
  })

  it('are refused a key that is short or that cannot be read', () => {
    writeFileSync(`${keyFile}.short`, 'abc')
    expect(() => configured({ KAIKU_METRICS_KEY_FILE: `${keyFile}.short` })).toThrow(/16 characters/)
    expect(() => configured({ KAIKU_METRICS_KEY_FILE: `${keyFile}.none` })).toThrow(/cannot be read/)
  })

  it('are what Prometheus reads, of requests by route, and never name a universe, a survey or a person', async () => {
    await app.inject({ url: '/api/session/identity', headers: { ...admin, 'kaiku-universe': 'acme' } })
    await app.inject({
      url: '/api/vuejs/surveys/one/small?secret=Zebra41',
      headers: { ...admin, 'kaiku-universe': 'acme' },
    })
    await app.inject({ url: '/api/vuejs/surveys/one/Zebra41', headers: { ...admin, 'kaiku-universe': 'acme' } })
    await app.inject({ method: 'PUT', url: '/api/nothing/Zebra41', headers: admin ?? {} })
    const { text, read } = await metrics()
    const routes = (read.get('kaiku_requests_total')?.samples ?? []).map(({ labels }) => labels.route)
    expect(routes).toEqual(expect.arrayContaining(['/api/session/identity', '/api/vuejs/surveys/one/:survey']))
    for (const named of ['Zebra41', 'acme', 'globex', 'admin"', 'small']) expect(text).not.toContain(named)
    expect(text).toMatch(/^kaiku_store_up\{store="clickhouse"\} 1$/m)
    expect(text).toMatch(/^kaiku_queue_waiting\{queue="mail"\} 0$/m)
  })

  it('have few series, whatever addresses and methods are asked', async () => {
    const before = (await metrics()).text.split('\n').length
    for (let at = 0; at < 50; at++)
      await app.inject({ url: `/api/vuejs/surveys/one/unknown-${at}`, headers: admin ?? {} })
    for (const method of ['PROPFIND', 'PUT', 'PATCH', 'DELETE'] as const)
      await app.inject({ method, url: `/nowhere/${method}` })
    expect((await metrics()).text.split('\n').length - before).toBeLessThan(40)
  })

  it('are all that the dashboard and the alert rules ask for', async () => {
    countFault('work', 'figures')
    const { read } = await metrics()
    const there = new Set([...read].flatMap(([name, { samples }]) => [name, ...samples.map((one) => one.name)]))
    // Of what is not asked for here there is nothing to tell.
    for (const name of ['kaiku_backup_age_seconds', 'kaiku_backup_log_age_seconds']) there.add(name)
    const dashboard = readFileSync(join(repository, 'deploy/grafana/kaiku.json'), 'utf8')
    const rules = readFileSync(join(repository, 'deploy/prometheus/kaiku-rules.yml'), 'utf8')
    const expressions = [
      ...JSON.parse(dashboard)
        .panels.flatMap((panel: { targets?: { expr: string }[] }) => panel.targets ?? [])
        .map((one: { expr: string }) => one.expr),
      ...[...rules.matchAll(/expr: (.*)$/gm)].map(([, expr = '']) => expr),
    ]
    const asked = new Set(expressions.flatMap((one: string) => one.match(/\b(?:kaiku|nodejs|process)_\w+/g) ?? []))
    expect(expressions.length).toBeGreaterThan(40)
    expect(
      [...asked].filter((name) => ![...there].some((one) => one === name || one === name.replace(/_bucket$/, ''))),
    ).toEqual([])
  })

  it('are answered at a port of its own by a process without a web server', async () => {
    const port = 20_000 + Math.floor(process.pid % 20_000)
    const served = await startMetrics(
      test.stores,
      configured({ KAIKU_METRICS_KEY_FILE: keyFile, KAIKU_METRICS_PORT: String(port) }),
    )
    const ask = (headers: Headers, path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${key}` }, '/')).status).toBe(404)
    const reply = await ask({ authorization: `Bearer ${key}` })
    expect(readExposition(await reply.text()).get('kaiku_info')?.samples).toHaveLength(1)
    await served.stop()
  })
})

const get = (url: string, headers: Headers = {}) => app.inject({ url: `/api/${url}`, headers })

describe('how Kaiku fares', () => {
  it('is told to root alone', async () => {
    for (const url of ['backend/health', 'backend/health/history?span=day']) {
      expect((await get(url)).statusCode).toBe(401)
      expect((await get(url, admin)).statusCode).toBe(403)
      expect((await get(url, stranger)).statusCode).toBe(403)
      expect((await get(url, root)).statusCode).toBe(200)
    }
  })

  it('is looked at each minute, once however many processes look, and told with its history', async () => {
    expect((await get('backend/health', root)).json()).toMatchObject({
      house: null,
      diskFullAt: null,
      processes: [],
      slow: [],
    })
    const now = Date.now()
    const looker = processLooker(test.stores)
    await measured('postgres', "select 'Zebra41', 12", () => new Promise((resolve) => setTimeout(resolve, 250)))
    countFault('call', 'broken')
    await putProcess(test.stores, now, 'web 7', looker.take())
    looker.stop()
    expect(await lookOnce(test.stores, configured(), now)).toBe(true)
    expect(await lookOnce(test.stores, configured(), now)).toBe(false)
    const { body } = await get('backend/health', root)
    const told = JSON.parse(body)
    expect(told.house).toMatchObject({
      lag: { figures: 0, alerts: 0 },
      clickhouse: { parts: expect.any(Number) },
      backup: null,
    })
    expect(told.house.disk.free).toBeGreaterThan(0)
    expect(told.processes).toMatchObject([{ process: 'web 7', memory: expect.any(Number) }])
    expect(told.slow).toMatchObject([{ store: 'postgres', shape: 'select ?, …', count: 1 }])
    expect(body).not.toContain('Zebra41')
    const { points } = (await get('backend/health/history?span=day', root)).json()
    expect(points.length).toBeLessThanOrEqual(289)
    expect(points.at(-1)).toMatchObject({ figuresLag: 0, errors: 1, postgres: told.house.postgres.bytes })
    expect(points[0]).toMatchObject({ figuresLag: null, errors: null })
  })

  it('is kept by the minute for two days and by the hour for a hundred, and never in more rows than so many', async () => {
    const now = Date.UTC(2026, 10, 28, 12)
    const old = now - 50 * hour
    for (let at = 0; at < 60; at += 20) {
      await putHouse(test.stores, old + at * minute, houseOf({ lag: { figures: at, alerts: 0 } }))
      await putProcess(test.stores, old + at * minute, 'web 1', processOf({ calls: 10, memory: at }))
      await putProcess(test.stores, old + at * minute, 'web 2', processOf({ calls: 1, memory: 5 }))
    }
    await putHouse(test.stores, now - 101 * day, houseOf())
    await putHouse(test.stores, now - hour, houseOf())
    await thinSamples(test.stores, now)
    const houses = await houseSamples(test.stores, 0)
    expect(houses.map(({ at, sample }) => [at.getTime(), sample.lag.figures])).toEqual([
      [Math.floor(old / hour) * hour, 40],
      [now - hour, 0],
    ])
    const processes = await processSamples(test.stores, 0)
    expect(processes.map(({ process, sample }) => [process, sample.calls, sample.memory])).toEqual([['web', 33, 40]])
  })

  it('is looked at by a process as long as it runs', async () => {
    const watching = startWatching(test.stores, () => {}, configured(), 'all')
    await expect.poll(async () => (await houseSamples(test.stores, 0)).length, { timeout: 20_000 }).toBe(1)
    expect((await processSamples(test.stores, 0)).map(({ process }) => process)).toEqual([`all ${process.pid}`])
    await watching.stop()
  })

  it('tells since when changes wait, by when each was first seen', () => {
    const lag = lagClock()
    const at = (seq: number) => ({ tx: '9007199254740993', seq: String(seq) })
    expect(lag({ last: at(5), figures: at(5), alerts: at(5) }, 0)).toEqual({ figures: 0, alerts: 0 })
    expect(lag({ last: at(6), figures: at(5), alerts: at(5) }, 60_000)).toEqual({ figures: 0, alerts: 0 })
    expect(lag({ last: at(9), figures: at(6), alerts: at(5) }, 120_000)).toEqual({ figures: 0, alerts: 60 })
    expect(lag({ last: at(10), figures: at(8), alerts: at(5) }, 180_000)).toEqual({ figures: 60, alerts: 120 })
    expect(lag({ last: at(10), figures: at(10), alerts: at(10) }, 240_000)).toEqual({ figures: 0, alerts: 0 })
  })
})

describe('what Kaiku tells of itself', () => {
  const now = Date.UTC(2026, 10, 28, 12)
  const lag: Trouble = { rule: 'lag', part: 'figures', value: 720 }
  const telling = { mail: ['it@example.com', 'sanna@example.com'], publicUrl: 'https://kaiku.example.com' }
  const follow = (troubles: readonly Trouble[], at: number, away = 0) =>
    followTroubles(test.stores, telling, troubles, now + at, away)
  const waiting = async () =>
    (await test.stores.service.query('select recipient, subject from mailbox order by recipient, id')).rows

  beforeAll(async () => {
    await createPerson(test.stores, { username: 'sanna', email: 'sanna@example.com', givenName: 'Sanna', locale: 'fi' })
  })

  it('goes out by mail once it has been so for a while, and once when it is over, to each in their language', async () => {
    const server = await smtp()
    const transport = openTransport(server.url)
    for (let at = 0; at <= 25; at++) await follow([lag], at * minute)
    for (let at = 26; at <= 40; at++) await follow([], at * minute)
    await sendWaiting(test.stores, transport, { name: 'Kaiku', address: 'kaiku@example.com' })
    const told = server.taken.map(({ to: [to], mail }) => `${to}: ${mail.subject}`).sort()
    expect(told).toEqual([
      'it@example.com: Kaiku needs you: Figures are 12 minutes behind',
      'it@example.com: Over: Figures are 12 minutes behind',
      'sanna@example.com: Kaiku tarvitsee sinua: Luvut: 12 minuuttia jäljessä',
      'sanna@example.com: Ohi: Luvut: 12 minuuttia jäljessä',
    ])
    const text = server.taken.find(({ mail }) => mail.subject?.startsWith('Kaiku needs'))?.mail.text
    expect(text).toContain('It began at 2026-11-28 12:00 UTC.')
    expect(text).toContain('https://kaiku.example.com/health/-')
    transport.close()
    await server.close()
  })

  it('is nothing where it was over before anybody was to be told, and one where it comes and goes', async () => {
    await follow([lag], 0)
    for (let at = 1; at < 8; at++) await follow([], at * minute)
    expect(await waiting()).toEqual([])
    for (let at = 20; at < 50; at += 2) await follow(at % 4 === 0 ? [lag] : [], at * minute)
    expect((await waiting()).filter(({ recipient }) => recipient === 'it@example.com')).toHaveLength(1)
  })

  it('is told at most so often in a day, and the rest once there is room', async () => {
    const many = Array.from({ length: 40 }, (_, at): Trouble => ({ rule: 'workFails', part: `work ${at}`, value: 4 }))
    await follow(many, 0)
    await follow(many, hour)
    expect((await waiting()).filter(({ recipient }) => recipient === 'it@example.com')).toHaveLength(mostToldInADay)
    await follow(many, day + 2 * hour)
    expect((await waiting()).filter(({ recipient }) => recipient === 'it@example.com')).toHaveLength(40)
  })

  it('is told afterwards of a PostgreSQL that was away, and that it is over', async () => {
    const away: Trouble = { rule: 'storeDown', part: 'PostgreSQL', value: 600 }
    await follow([away], 0, 10 * minute)
    await follow([], 6 * minute)
    const own = (await waiting()).filter(({ recipient }) => recipient === 'it@example.com')
    expect(own.map(({ subject }) => subject)).toEqual([
      'Kaiku needs you: PostgreSQL doesn’t answer',
      'Over: PostgreSQL doesn’t answer',
    ])
  })

  it('goes to whoever is root without a setting, to nobody with `off`, and to nobody who is deactivated', async () => {
    await createPerson(test.stores, { username: 'rita', email: 'rita@example.com', isRoot: true, locale: 'sv' })
    const gone = await createPerson(test.stores, { username: 'gone', email: 'gone@example.com', isRoot: true })
    await test.stores.service.query('update person set deactivated_at = now() where id = $1', [gone.id])
    const backup: Trouble = { rule: 'backupLate', part: '', value: 27 }
    await followTroubles(test.stores, { ...telling, mail: 'off' }, [backup], now)
    expect(await waiting()).toEqual([])
    await test.stores.service.query('delete from health_alert')
    await followTroubles(test.stores, { ...telling, mail: 'roots' }, [backup], now)
    expect(await waiting()).toEqual([
      { recipient: 'rita@example.com', subject: 'Kaiku behöver dig: Den nyaste säkerhetskopian är 27 timmar gammal' },
    ])
    const { alerts } = (await get('backend/health', root)).json()
    expect(alerts).toMatchObject([{ rule: 'backupLate', part: '', overAt: null }] satisfies Partial<HealthAlert>[])
  })
})
