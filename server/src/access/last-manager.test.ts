import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openTwoUniverses, roleFields, type TwoUniverses, userFields } from '../user/two-universes.fixture.ts'

let kaiku: TwoUniverses
let admin: { userId: string; version: number; roles: { roleId: string }[] }
let token: string
beforeAll(async () => {
  kaiku = await openTwoUniverses()
  admin = await read()
  token = (await kaiku.call('POST', 'scim/create', { name: 'Directory' })).json().token
})
afterAll(() => kaiku?.close())

const read = async () =>
  (await kaiku.call('GET', 'user/list'))
    .json<{ username: string; userId: string; version: number; roles: { roleId: string }[] }[]>()
    .find(({ username }) => username === 'admin') ?? { userId: '', version: 0, roles: [] }
const root = async () => {
  return { ...(await signedIn(kaiku.stores, 'root')), 'kaiku-universe': 'acme' }
}
const fields = { email: null, givenName: '', familyName: '', locale: 'en' }
const refused = (reply: { statusCode: number; json: () => { reason?: { key: string } } }) =>
  expect([reply.statusCode, reply.json().reason?.key]).toEqual([409, 'user.lastManager'])
const upload = (csv: string, preview: string) =>
  kaiku.app.inject({
    ...{ method: 'POST', url: `/api/user/import?preview=${preview}`, headers: { ...kaiku.admin } },
    ...form(csv),
  })
const form = (csv: string) => {
  const mark = 'users-of-acme'
  const part = 'content-disposition: form-data; name="file"; filename="users.csv"\r\ncontent-type: text/csv'
  return {
    payload: `--${mark}\r\n${part}\r\n\r\n${csv}\r\n--${mark}--\r\n`,
    headers: { ...kaiku.admin, 'content-type': `multipart/form-data; boundary=${mark}` },
  }
}
const scim = (method: 'PUT' | 'DELETE' | 'PATCH', body?: object) =>
  kaiku.app.inject({
    ...{ method, url: `/api/scim/v2/Users/${admin.userId}`, headers: { authorization: `Bearer ${token}` } },
    ...(body && { payload: body }),
  })

describe('the last who manages the users of a universe', () => {
  it('keeps that right, whoever changes the role, its members or their state', async () => {
    const roleId = admin.roles[0]?.roleId ?? ''
    const role = (await kaiku.call('GET', `role/one/${roleId}`)).json()
    const wanted = { ...roleFields({ name: role.name }), version: role.version }
    refused(await kaiku.call('PUT', `role/save/${roleId}`, wanted))
    refused(await kaiku.call('DELETE', `role/remove/${roleId}`))
    const user = { ...fields, roles: [], version: admin.version }
    refused(await kaiku.call('PUT', `user/save/${admin.userId}`, user))
    const operator = await root()
    refused(await kaiku.call('PUT', `user/save/${admin.userId}`, user, operator))
    refused(await kaiku.call('POST', `user/state/${admin.userId}`, { state: 'deactivated' }, operator))
    const viewer = (await kaiku.call('GET', 'user/list?search=viewer')).json()[0].userId
    refused(await kaiku.call('POST', `user/copyaccess/${admin.userId}`, { from: viewer }))
    expect(await read()).toEqual(admin)
  })

  it('keeps it before a directory, which is told why', async () => {
    for (const reply of [
      await scim('DELETE'),
      await scim('PUT', { userName: 'admin', active: false }),
      await scim('PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }),
    ])
      expect([reply.statusCode, reply.json().detail]).toEqual([
        409,
        expect.stringContaining('last user who can manage'),
      ])
    expect(await read()).toEqual(admin)
  })

  it('keeps it before a file, in its preview too', async () => {
    for (const preview of ['true', 'false'])
      expect((await upload('username,roles\nadmin,Viewer', preview)).json()).toMatchObject({
        rejected: 1,
        rejects: [{ line: 2, value: 'admin', told: { key: 'user.lastManager', values: {} } }],
      })
    expect(await read()).toEqual(admin)
  })

  it('may go when there is another, and not before that one is active', async () => {
    const roleId = admin.roles[0]?.roleId ?? ''
    const second = (
      await kaiku.call('POST', 'user/create', { ...userFields('second', [roleId]), invite: false })
    ).json()
    const operator = await root()
    const state = (userId: string, wanted: string) =>
      kaiku.call('POST', `user/state/${userId}`, { state: wanted }, operator)
    refused(await state(admin.userId, 'deactivated'))
    expect((await state(second.userId, 'active')).statusCode).toBe(200)
    const both = await Promise.all([state(admin.userId, 'deactivated'), state(second.userId, 'deactivated')])
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  })
})
