import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { renewRecoveryCodes } from '../second-factor/recovery-code.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { openTwoUniverses, type TwoUniverses } from './two-universes.fixture.ts'

let kaiku: TwoUniverses
let root: Record<string, string>
beforeAll(async () => {
  kaiku = await openTwoUniverses()
  root = { ...(await signedIn(kaiku.stores, 'root')), 'kaiku-universe': 'acme' }
})
afterAll(() => kaiku?.close())

/** A member of acme with a second factor, signed in. */
async function member(username: string, grant = { ...fullGrant('Reader'), permissions: ['seeIndicators' as const] }) {
  const { stores, acme } = kaiku
  const headers = await signedIn(stores, { universe: acme, grants: [grant], username })
  const person = await personByName(stores, username)
  const id = person?.id ?? ''
  await stores.service.query('update person set email = $2 where id = $1', [id, `${username}@example.com`])
  await stores.service.query('insert into second_factor (person, totp_since) values ($1, now())', [id])
  await stores.service.query(
    `insert into passkey (id, person, public_key, counter, name) values ($1, $2, '', 0, 'k')`,
    [...[username, id]],
  )
  await renewRecoveryCodes(stores, id)
  return { id, headers }
}
const reset = (userId: string, headers?: Record<string, string>) =>
  kaiku.call('POST', `user/secondfactor/reset/${userId}`, undefined, headers)
const reason = async (reply: ReturnType<typeof reset>) => {
  const { statusCode, json } = await reply
  return [statusCode, json().reason?.key]
}
const left = async (person: string) => {
  const { rows } = await kaiku.stores.service.query(
    `select (select count(*)::int from second_factor where person = $1) + (select count(*)::int from passkey where person = $1)
      + (select count(*)::int from recovery_code where person = $1) as n`,
    [person],
  )
  return rows[0]?.n
}

describe('the second factor of a member', () => {
  it('is taken away by an administrator, who is written down, and the member is signed out and told', async () => {
    const { id, headers } = await member('anna')
    expect((await kaiku.call('GET', 'account', undefined, headers)).statusCode).toBe(200)
    expect((await reset(id)).json()).toMatchObject({ username: 'anna', hasSecondFactor: false })
    expect(await left(id)).toBe(0)
    expect((await kaiku.call('GET', 'account', undefined, headers)).statusCode).toBe(401)
    const { service } = kaiku.stores
    const audit = await service.query(`select actor_name, subject from audit where action = 'secondFactor.reset'`)
    expect(audit.rows).toEqual([{ actor_name: 'admin', subject: 'anna' }])
    const mail = await service.query('select subject, text from mailbox where recipient = $1', ['anna@example.com'])
    expect(mail.rows).toEqual([
      {
        subject: 'Your two-factor authentication for Kaiku was reset',
        text: expect.stringContaining('admin has reset'),
      },
    ])
    expect(await reason(reset(id))).toEqual([400, 'secondFactor.none'])
  })

  it('is nobody’s to take but an administrator’s of the universe', async () => {
    const { id } = await member('bea')
    expect((await reset(id, kaiku.viewer)).statusCode).toBe(403)
    expect((await reset(id, kaiku.stranger)).statusCode).toBe(404)
    expect((await reset(id, { authorization: '' })).statusCode).toBe(401)
    expect(await left(id)).toBeGreaterThan(0)
  })

  it('is not taken from who may do more, and by root from everybody', async () => {
    const { stores, acme } = kaiku
    const manager = await signedIn(stores, {
      ...{ universe: acme, username: 'manager' },
      grants: [{ ...fullGrant('Managers'), permissions: ['manageUsers', 'seeIndicators'], rows: { stores: [['fi']] } }],
    })
    const wide = await member('wide')
    const narrow = await member('narrow', {
      ...{ ...fullGrant('Helsinki'), permissions: ['seeIndicators' as const] },
      rows: { stores: [['fi', 'hki']] },
    })
    expect(await reason(reset(wide.id, manager))).toEqual([403, 'user.above'])
    expect((await reset(narrow.id, manager)).statusCode).toBe(200)
    expect((await reset(wide.id, root)).statusCode).toBe(200)
  })

  it('is not taken where it protects a universe that the administrator does not manage, nor from root or oneself', async () => {
    const { stores, acme, globex } = kaiku
    const { id } = await member('cara')
    await addMember(stores.service, globex, id)
    expect(await reason(reset(id))).toEqual([403, 'secondFactor.otherUniverse'])
    expect((await reset(id, root)).statusCode).toBe(200)

    const operator = await createPerson(stores, { username: 'operator', isRoot: true })
    await addMember(stores.service, acme, operator.id)
    await stores.service.query('insert into second_factor (person, totp_since) values ($1, now())', [operator.id])
    expect(await reason(reset(operator.id))).toEqual([403, 'user.above'])

    const own = await member('own')
    const role = await ensureRole(stores.service, acme, fullGrant('Everything'))
    await giveRole(stores.service, acme, role, own.id)
    expect(await reason(reset(own.id, own.headers))).toEqual([400, 'secondFactor.own'])
  })
})
