import { fullGrant } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { small } from '../definition/small.fixture.ts'
import { createScimToken } from '../scim-token/scim-token.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Bearer = { readonly authorization: string }
let kaiku: TestApp
let [person, program, directory]: (Bearer | undefined)[] = []
beforeAll(async () => {
  kaiku = await openTestApp()
  const acme = await kaiku.universe('acme')
  await kaiku.survey(acme, small)
  const actor = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
  const settings = { label: 'x', scopes: apiScopes, expiresOn: null }
  person = await signedIn(kaiku.stores, { universe: acme, grants: [fullGrant('all')] })
  program = { authorization: `Bearer ${(await createUniverseKey(kaiku.stores, acme, settings, actor)).token}` }
  directory = { authorization: `Bearer ${(await createScimToken(kaiku.stores, actor, 'x', actor)).token}` }
})
afterAll(() => kaiku?.close())

const nested = (depth: number) => `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`

const doors = [
  ['a call before sign-in', '/api/vuejs/auth/login', () => ({})],
  ['a call after it', '/api/account/password', () => person],
  ['a call that takes anything', '/api/page/personal/small', () => person],
  ['the public API', '/api/v1/surveys/small/interviews', () => program],
  ['its batches', '/api/v1/surveys/small/interviews/batch', () => program],
  ['a directory', '/api/scim/v2/Users', () => directory],
] as const

describe.each(doors)('%s', (_what, url, bearer) => {
  const post = (payload: string) =>
    kaiku.app.inject({ method: 'POST', url, headers: { ...bearer(), 'content-type': 'application/json' }, payload })

  it.each([
    ['lists a thousand deep', nested(1_000)],
    ['lists a hundred thousand deep', nested(100_000)],
    ['objects ten thousand deep', `${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a list a hundred thousand deep and no end', '['.repeat(100_000)],
    ['a prototype', '{"__proto__":{"isRoot":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"isRoot":true}}}'],
    ['NUL', '{"x":"a\\u0000b"}'],
    ['half a surrogate pair', '{"\\ud800":1}'],
    ['no JSON', '{"x":'],
    ['nothing', 'null'],
    ['a number', '1e999'],
  ])('refuses %s', async (_body, payload) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(400)
    const isScim = url.includes('scim')
    expect(reply.json()).toMatchObject(isScim ? { status: '400', detail: expect.any(String) } : { code: 'invalid' })
  })

  it('refuses what is larger than a body may be', async () => {
    const reply = await post(`{"x":"${'x'.repeat(65 * 1024 ** 2)}"}`)
    expect(reply.statusCode).toBe(413)
  })
})

describe('a form', () => {
  const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n'
  const type = 'multipart/form-data; boundary=b'

  it.each([
    ['that ends within its file', type, `${begin}a;b\r\n1;2`],
    ['that ends within its header', type, '--b\r\ncontent-dispo'],
    ['that ends before it begins', type, ''],
    ['with half a boundary', type, `${begin}a;b\r\n--b`],
    ['without a boundary', 'multipart/form-data', `${begin}a;b\r\n--b--\r\n`],
    ['of another boundary', 'multipart/form-data; boundary=c', `${begin}a;b\r\n--b--\r\n`],
    ['of another type', 'multipart/mixed; boundary=b', `${begin}a;b\r\n--b--\r\n`],
    ['with a field for a file', type, '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n'],
    ['with another file', type, `${begin.replace('"file"', '"files"')}a\r\n--b--\r\n`],
    ['with a header that is none', type, '--b\r\n\u0000\u0001: x\r\n\r\nx\r\n--b--\r\n'],
  ])('%s is refused', async (_what, contentType, payload) => {
    for (const path of ['imports/small', 'user/import?preview=true', 'vuejs/samples/import/small']) {
      const headers = { ...person, 'content-type': contentType }
      const reply = await kaiku.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
      expect([path, reply.statusCode]).toEqual([path, expect.toBeOneOf([400, 406, 415])])
    }
  })
})
