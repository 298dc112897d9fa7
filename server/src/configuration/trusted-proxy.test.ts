import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson } from '../person/person.ts'
import { createUniverse } from '../universe/universe.ts'
import { readConfiguration } from './configuration.ts'

let test: TestStores
let stores: Stores
const opened: FastifyInstance[] = []
const password = 'correct horse battery'

beforeAll(async () => {
  test = await openTestStores()
  stores = test.stores
  const { id } = await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  const anna = await createPerson(stores, { username: 'anna', password })
  await addMember(stores.service, id, anna.id)
})
afterAll(async () => {
  for (const app of opened) await app.close()
  await test?.close()
})

/** A Kaiku that believes these proxies; absent: none. */
async function kaiku(trusted?: string) {
  const app = await buildApp(
    stores,
    readConfiguration({ KAIKU_DATA: test.data, LOG_LEVEL: 'silent', TRUST_PROXY: trusted }),
  )
  opened.push(app)
  return (remoteAddress: string, forwarded: string, secret = 'wrong') =>
    app.inject({
      ...{
        method: 'POST',
        url: '/api/vuejs/auth/login',
        payload: { username: 'anna', password: secret },
        remoteAddress,
      },
      headers: { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}`, 'x-real-ip': forwarded },
    })
}

/** The address that the audit log names last, and those whose attempts are counted; then all is forgotten. */
async function seen() {
  const { rows } = await stores.service.query<{ address: string }>('select address from audit order by id desc limit 1')
  const attempts = await stores.service.query<{ key: string }>(`delete from attempt returning key`)
  const counted = attempts.rows.flatMap(({ key }) => /^address (.+)$/.exec(key)?.[1] ?? [])
  return { address: rows[0]?.address, counted }
}

describe('where a request comes from', () => {
  it('is the address of its connection, whatever its headers claim', async () => {
    const signIn = await kaiku()
    await signIn('198.51.100.4', '192.0.2.7')
    expect(await seen()).toEqual({ address: '198.51.100.4', counted: ['198.51.100.4'] })
    for (let i = 0; i < 6; i++) await signIn('198.51.100.4', `192.0.2.${i}`)
    await stores.service.query('update attempt set failed = 20 where failed >= 5')
    expect((await signIn('198.51.100.4', '192.0.2.99', password)).json().retryAfter).toBeGreaterThan(0)
    await seen()
  })

  it('is what a proxy says that is trusted, and no other', async () => {
    const signIn = await kaiku('10.0.0.0/8, loopback')
    await signIn('10.1.2.3', '192.0.2.7')
    expect(await seen()).toEqual({ address: '192.0.2.7', counted: ['192.0.2.7'] })
    await signIn('10.1.2.3', '203.0.113.1, 192.0.2.7, 127.0.0.1')
    expect(await seen()).toEqual({ address: '192.0.2.7', counted: ['192.0.2.7'] })
    await signIn('198.51.100.4', '192.0.2.7')
    expect(await seen()).toEqual({ address: '198.51.100.4', counted: ['198.51.100.4'] })
  })

  it('is kept with the session', async () => {
    const signIn = await kaiku('loopback')
    expect((await signIn('127.0.0.1', '192.0.2.7', password)).json().loginStatus).toBe(0)
    const { rows } = await stores.service.query('select address from session order by id desc limit 1')
    expect(rows).toEqual([{ address: '192.0.2.7' }])
  })
})
