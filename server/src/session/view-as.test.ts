import type { Role } from '@kaiku/contract/role.ts'
import type { User } from '@kaiku/contract/user.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTwoUniverses, roleAt, roleFields, type TwoUniverses, userFields } from '../user/two-universes.fixture.ts'
import { signedIn } from './signed-in.fixture.ts'

let kaiku: TwoUniverses
let anna: User
let asAnna: Record<string, string>

beforeAll(async () => {
  kaiku = await openTwoUniverses()
  const finland: Role = (await kaiku.call('POST', 'role/create', roleFields())).json()
  anna = (await kaiku.call('POST', 'user/create', userFields('anna', [roleAt(finland.roleId, ['fi'])]))).json()
  asAnna = { ...kaiku.admin, 'kaiku-view-as': anna.userId }
})
afterAll(() => kaiku?.close())

const start = (userId: string, headers: Record<string, string> = kaiku.admin) =>
  kaiku.call('POST', 'session/viewas', { userId }, headers)

describe('viewing as somebody else', () => {
  it('keeps who one is, narrows what one may do, and names both in the log', async () => {
    const seen = (await start(anna.userId)).json()
    expect(seen).toMatchObject({
      ...{ username: 'admin', viewedAs: { userId: anna.userId, username: 'anna' }, isReadOnly: true },
      ...{ isUserAdmin: false, permissions: ['seeIndicators'] },
    })
    expect((await kaiku.call('GET', 'session/identity', undefined, asAnna)).json()).toEqual(seen)
    expect((await kaiku.call('GET', 'session/identity')).json()).toMatchObject({ viewedAs: null, isReadOnly: false })
    const { rows } = await kaiku.stores.service.query(
      `select actor_name, acting_as, subject from audit where action = 'session.viewAs'`,
    )
    expect(rows).toEqual([{ actor_name: 'admin', acting_as: 'anna', subject: 'anna' }])
  })

  it('shows the places that both may see', async () => {
    const names = async (headers: Record<string, string>) =>
      (await kaiku.call('GET', 'result/children/retail/stores,all', undefined, headers))
        .json()
        .map(({ name }: { name: string }) => name)
    expect(await names(kaiku.admin)).toEqual(['Finland', 'Sweden'])
    expect(await names(asAnna)).toEqual(['Finland'])
    const root = await signedIn(kaiku.stores, 'root')
    const asSeenByRoot = { ...root, 'kaiku-universe': 'acme', 'kaiku-view-as': anna.userId }
    expect(await names(asSeenByRoot)).toEqual(['Finland'])
  })

  it('changes nothing', async () => {
    const administrator = await kaiku.call('POST', 'user/create', userFields('second'))
    const { roles } = (await kaiku.call('GET', 'user/list?search=admin')).json()[0]
    const { userId, version } = administrator.json()
    const { username: _, ...fields } = userFields('second', [roles[0].roleId])
    await kaiku.call('PUT', `user/save/${userId}`, { ...fields, version })
    const asSecond = { ...kaiku.admin, 'kaiku-view-as': userId }
    expect((await kaiku.call('GET', 'user/list', undefined, asSecond)).statusCode).toBe(200)
    for (const [method, url, payload] of [
      ['POST', 'user/create', userFields('third')],
      ['POST', 'role/create', roleFields({ name: 'Third' })],
      ['DELETE', `role/remove/${roles[0].roleId}`, undefined],
    ] as const)
      expect([url, (await kaiku.call(method, url, payload, asSecond)).statusCode]).toEqual([url, 403])
  })

  it('is for who manages users, towards active members of the same universe', async () => {
    expect((await start(anna.userId, kaiku.viewer)).statusCode).toBe(403)
    expect((await start(anna.userId, { authorization: '' })).statusCode).toBe(401)
    expect((await start(anna.userId, kaiku.stranger)).statusCode).toBe(404)
    const header = { ...kaiku.viewer, 'kaiku-view-as': anna.userId }
    expect((await kaiku.call('GET', 'vuejs/surveys/list/all', undefined, header)).statusCode).toBe(403)
    const {
      rows: [stranger],
    } = await kaiku.stores.service.query(`select id from person where username = 'stranger'`)
    const gone = (await kaiku.call('POST', 'user/create', userFields('gone'))).json()
    await kaiku.call('POST', `user/state/${gone.userId}`, { state: 'deactivated' })
    for (const userId of [stranger.id, gone.userId]) expect((await start(userId)).statusCode).toBe(404)
    const named = { ...kaiku.admin, 'kaiku-view-as': 'nobody' }
    expect((await kaiku.call('GET', 'vuejs/surveys/list/all', undefined, named)).statusCode).toBe(404)
  })

  it('is refused towards root', async () => {
    await signedIn(kaiku.stores, 'root')
    const { rows } = await kaiku.stores.service.query('select id from person where is_root limit 1')
    expect((await start(rows[0].id)).statusCode).toBe(404)
  })
})
