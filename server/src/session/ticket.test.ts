import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, createPerson, type Person } from '../person/person.ts'
import { openTwoUniverses, type TwoUniverses, userFields } from '../user/two-universes.fixture.ts'
import { openSession } from './session.ts'
import { issueTicket, type Purpose } from './ticket.ts'

let kaiku: TwoUniverses
let person: Person
let number = 0
beforeAll(async () => {
  kaiku = await openTwoUniverses()
})
afterAll(() => kaiku?.close())

const [old, chosen] = ['seven herons by a lake', 'eleven cranes in a field']
beforeEach(async () => {
  number += 1
  person = await createPerson(kaiku.stores, {
    username: `pia-${number}`,
    email: `${number}@example.com`,
    password: old,
  })
  await addMember(kaiku.stores.service, kaiku.acme, person.id)
})

const link = (purpose: Purpose) =>
  issueTicket(kaiku.stores, { purpose, person: person.id, universe: purpose === 'reset' ? null : kaiku.acme })
const all = () => Promise.all((['reset', 'invite', 'reset', 'enter'] as const).map(link))
const reset = async (token: string, password = chosen) =>
  (await kaiku.call('POST', 'vuejs/auth/reset', { token, password }, {})).statusCode
const works = async (tokens: readonly string[]) =>
  Promise.all(
    tokens.map(async (token) => {
      const { rowCount } = await kaiku.stores.service.query(
        'select from ticket where hash = sha256($1) and used_at is null',
        [token],
      )
      return rowCount === 1 && (await kaiku.call('POST', 'session/ticket', { token }, {})).statusCode === 200
    }),
  )
const own = async () => {
  const token = await openSession(kaiku.stores, {
    ...{ person: person.id, universe: kaiku.acme, isRemembered: false, address: '::1', agent: 'test' },
  })
  return { authorization: `Bearer ${token}` }
}
const none = [false, false, false, false]

describe('older links of an account', () => {
  it('end when one of them is used, whatever they are for', async () => {
    const [first = '', ...older] = await all()
    expect(await works([first, ...older.slice(0, 2)])).toEqual([true, true, true])
    expect(await reset(first)).toBe(200)
    expect(await works([first, ...older])).toEqual(none)
    expect(await reset(older[0] ?? '')).toBe(400)
  })

  it('let one of two set a password when both are used at the same moment', async () => {
    const tokens = await Promise.all((['reset', 'invite'] as const).map(link))
    const statuses = await Promise.all(tokens.map((token) => reset(token)))
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
  })

  it('work still when what they were used for was not done', async () => {
    const [token] = [await link('reset'), await own()]
    const { owner } = kaiku.stores
    // As far as the new password, as when the process is killed there.
    await owner.query(`create function broken_off() returns trigger language plpgsql as $$
      begin raise 'broken off'; end $$`)
    await owner.query('create trigger broken_off before update of revoked_at on session execute function broken_off()')
    expect(await reset(token)).toBe(500)
    await owner.query('drop function broken_off cascade')
    expect(await works([token])).toEqual([true])
    expect(
      (await kaiku.call('POST', 'account/password', { current: old, password: chosen }, await own())).statusCode,
    ).toBe(200)
  })

  it('end with a new password', async () => {
    const tokens = await all()
    const changed = await kaiku.call('POST', 'account/password', { current: old, password: chosen }, await own())
    expect(changed.statusCode).toBe(200)
    expect(await works(tokens)).toEqual(none)
  })

  it('end with a new mail address, given by oneself or by an administrator, and with no other change', async () => {
    const account = { givenName: 'Pia', familyName: 'Puu', locale: 'fi', theme: 'dark', password: old }
    const tokens = await all()
    const save = async (email: string) => kaiku.call('PUT', 'account', { ...account, email }, await own())
    expect((await save(`${number}@example.com`)).statusCode).toBe(200)
    expect(await works(tokens.slice(0, 3))).toEqual([true, true, true])
    expect((await save('pia@new.example')).statusCode).toBe(200)
    expect(await works(tokens)).toEqual(none)
    const again = await all()
    const { username: _, ...fields } = userFields('pia')
    const { version } = (await kaiku.call('GET', `user/one/${person.id}`)).json()
    expect((await kaiku.call('PUT', `user/save/${person.id}`, { ...fields, version })).statusCode).toBe(200)
    expect(await works(again)).toEqual(none)
  })

  it('leave those of other people alone', async () => {
    const mine = await link('reset')
    const other = await createPerson(kaiku.stores, { username: `other-${number}` })
    const theirs = await issueTicket(kaiku.stores, { purpose: 'reset', person: other.id, universe: null })
    expect(await reset(mine)).toBe(200)
    expect(await works([theirs])).toEqual([true])
  })

  it('bring nobody back into a universe who was switched off there', async () => {
    const invitation = await link('invite')
    const state = async () => (await kaiku.call('GET', `user/one/${person.id}`)).json().state
    await kaiku.call('POST', `user/state/${person.id}`, { state: 'deactivated' })
    expect(await reset(invitation)).toBe(400)
    expect(await reset(await link('invite'))).toBe(200)
    expect(await state()).toBe('deactivated')
  })
})
