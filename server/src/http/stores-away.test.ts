import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { openClickHouse } from '../db/clickhouse.ts'
import { small } from '../definition/small.fixture.ts'
import { createScimToken } from '../scim-token/scim-token.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

let kaiku: TestApp
let person: { authorization: string }
let directory: { authorization: string }
beforeAll(async () => {
  kaiku = await openTestApp({}, { own: true })
  const acme = await kaiku.universe('acme')
  await kaiku.survey(acme, small, [{ store: 's1', nps: 9 }])
  const actor = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
  person = await signedIn(kaiku.stores, { universe: acme, grants: [fullGrant('all')] })
  directory = { authorization: `Bearer ${(await createScimToken(kaiku.stores, actor, 'x', actor)).token}` }
})
afterAll(() => kaiku?.close())

const get = (path: string, headers: Record<string, string> = {}) => kaiku.app.inject({ url: path, headers })

/** PostgreSQL's first process. */
const postmaster = () => Number(readFileSync(join(kaiku.data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Of PostgreSQL, the first one last. */
function processes(): number[] {
  const first = postmaster()
  const isChild = (pid: string): boolean => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === first
    } catch {
      return false
    }
  }
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name))
  return [...children.map(Number), first]
}

/** A sign of life may be some seconds old: PostgreSQL is back once it answers. */
const isBack = async () => {
  const asked = () =>
    kaiku.stores.service.query('select').then(
      () => true,
      () => false,
    )
  await expect.poll(asked, { timeout: 60_000 }).toBe(true)
  await expect.poll(async () => (await get('/api/health')).statusCode, { timeout: 60_000 }).toBe(200)
}

describe('while PostgreSQL says nothing', () => {
  it('calls are told so instead of waiting, health tells it, and pages answer', async () => {
    for (const pid of processes()) process.kill(pid, 'SIGSTOP')
    try {
      await expect.poll(async () => (await get('/api/health')).statusCode, { timeout: 60_000 }).toBe(503)
      for (const [path, headers] of [
        ['/api/session/identity', person],
        ['/api/vuejs/surveys/one/small', person],
        ['/api/universedata/branding', {}],
      ] as const) {
        const reply = await get(path, headers)
        expect([path, reply.statusCode, reply.json().code]).toEqual([path, 503, 'unavailable'])
      }
      const scim = await get('/api/scim/v2/Users', directory)
      expect([scim.statusCode, scim.json().schemas]).toEqual([503, ['urn:ietf:params:scim:api:messages:2.0:Error']])
      for (const path of ['/', '/api/docs', '/api/docs/openapi.json']) expect((await get(path)).statusCode).toBe(200)
      expect((await get('/api/nothing')).statusCode).toBe(404)
    } finally {
      for (const pid of processes()) process.kill(pid, 'SIGCONT')
    }
    await isBack()
    await expect.poll(async () => (await get('/api/session/identity', person)).statusCode).toBe(200)
  })
})

/** While PostgreSQL starts its file may be missing. */
function postmasterOr(known: number): number {
  try {
    return postmaster()
  } catch {
    return known
  }
}

describe('when PostgreSQL is killed', () => {
  it('no call breaks: each answers, or is told to try again', async () => {
    const seen = new Set<number>()
    let isOver = false
    const ask = async () => {
      while (!isOver)
        for (const path of ['/api/session/identity', '/api/vuejs/surveys/one/small', '/api/vuejs/surveys/list/acme']) {
          seen.add((await get(path, person)).statusCode)
          // What is told at once leaves the process no time for anything else.
          await sleep(1)
        }
    }
    const asking = [ask(), ask(), ask(), ask()]
    for (let kills = 0; kills < 3; kills++) {
      await isBack()
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      // It may be back before anybody has seen that it was away.
      await expect.poll(() => postmasterOr(killed), { timeout: 60_000 }).not.toBe(killed)
    }
    await isBack()
    isOver = true
    await Promise.all(asking)
    expect(seen).toEqual(new Set([200, 503]))
  })
})

describe('without ClickHouse', () => {
  it('figures wait, and the rest works', async () => {
    const clickhouse = openClickHouse('http://127.0.0.1:1')
    const configuration = readConfiguration({ KAIKU_DATA: kaiku.data, LOG_LEVEL: 'silent' })
    const app = await buildApp({ ...kaiku.stores, clickhouse }, configuration)
    const health = await app.inject('/api/health')
    expect(health.json()).toMatchObject({ state: 'partly', stores: { postgres: true, clickhouse: false } })
    const url = '/api/result/query/small/store,all'
    const payload = { components: [{ type: 'InterviewList' }] }
    const figures = await app.inject({ method: 'POST', url, headers: person, payload })
    expect([figures.statusCode, figures.json().code]).toEqual([503, 'unavailable'])
    expect((await app.inject({ url: '/api/vuejs/surveys/one/small', headers: person })).statusCode).toBe(200)
    await app.close()
    await clickhouse.close()
  })
})
