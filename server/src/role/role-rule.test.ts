import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, createPerson } from '../person/person.ts'
import { followClaims } from '../provider-token/claimed-rights.ts'
import { openTwoUniverses, roleFields, type TwoUniverses } from '../user/two-universes.fixture.ts'
import { grantsOf } from './assignment.ts'

let kaiku: TwoUniverses
beforeAll(async () => {
  kaiku = await openTwoUniverses()
})
afterAll(() => kaiku?.close())

const provider = {
  ...{ issuer: 'https://id.example.com', keycloak: null, clientId: 'kaiku-web', audience: null, universes: ['acme'] },
}
const demand = (userId: string, may: boolean) => ({
  ...{ userId, survey: 'retail', permission: 'seeIndicators', path: 'stores,all,fi', may, note: '' },
})

/** A member who has a role by a claim of their token. */
async function memberByRule(username: string, name: string) {
  const { stores, acme, call } = kaiku
  const role = (await call('POST', 'role/create', roleFields({ name, rules: [{ kind: 'group', value: name }] }))).json()
  const person = await createPerson(stores, { username })
  await addMember(stores.service, acme, person.id)
  return { person, role, follow: (groups: string[]) => followClaims(stores, person, { groups }, provider) }
}
const has = async (person: string) =>
  (await kaiku.stores.service.query('select from role_member where person = $1', [person])).rowCount

describe('a rule that gives a role to who carries a claim', () => {
  it('cannot be taken away where that breaks what must stay true of access; else it takes the role at once', async () => {
    const { person, role, follow } = await memberByRule('anna', 'Finns')
    await follow(['Finns'])
    const asserted = (await kaiku.call('POST', 'access/assertion', demand(person.id, true))).json()
    expect(asserted.state).toBe('holds')
    const save = () =>
      kaiku.call('PUT', `role/save/${role.roleId}`, {
        ...roleFields({ name: 'Finns', rules: [] }),
        version: role.version,
      })
    const refused = await save()
    expect([refused.statusCode, refused.json().details]).toMatchObject([409, [{ about: asserted.assertionId }]])
    expect(await has(person.id)).toBe(1)
    await kaiku.call('DELETE', `access/assertion/${asserted.assertionId}`)
    expect((await save()).statusCode).toBe(200)
    expect(await has(person.id)).toBe(0)
  })

  it('gives it where the claim says, within the places of the role, and writes down where', async () => {
    const { stores, acme, call } = kaiku
    const { person, role, follow } = await memberByRule('carl', 'Managers')
    const places = async () => (await grantsOf(stores.service, acme, person.id)).map(({ rows }) => rows)
    await follow(['Managers @ Helsinki', 'Managers @ stores,all,se', 'Managers @ Oslo'])
    expect(await places()).toEqual([{ stores: [['fi', 'hki']] }, { stores: [['se']] }])
    await follow(['Managers @ Helsinki', 'Other @ Helsinki'])
    expect(await places()).toEqual([{ stores: [['fi', 'hki']] }])
    const limited = { ...roleFields({ name: 'Managers', rules: role.rules, rows: { stores: [['se']] } }) }
    expect((await call('PUT', `role/save/${role.roleId}`, { ...limited, version: role.version })).statusCode).toBe(200)
    expect(await places()).toEqual([{ stores: [] }])
    await follow(['Managers'])
    expect(await places()).toEqual([{ stores: [['se']] }])
    const { rows } = await stores.service.query(
      `select after -> 'gained' as gained from audit where action = 'user.change' and subject = 'carl' order by id`,
    )
    expect(rows.map(({ gained }) => gained)).toEqual([
      expect.arrayContaining(['Managers @ stores,all,fi,hki', 'Managers @ stores,all,se']),
      [],
      ['Managers'],
    ])
  })

  it('gives figures further where the claim says so, never beyond the role', async () => {
    const { stores, acme, call } = kaiku
    const { person, role, follow } = await memberByRule('dan', 'Wide')
    const places = async () =>
      (await grantsOf(stores.service, acme, person.id)).map(({ rows, figures }) => ({ rows, figures }))
    const helsinki = { stores: [['fi', 'hki']] }
    await follow(['Wide @ Helsinki (figures: Finland)'])
    expect(await places()).toEqual([{ rows: helsinki, figures: { stores: [['fi']] } }])
    await follow(['Wide @ Helsinki (figures: *)'])
    expect(await places()).toEqual([{ rows: helsinki, figures: {} }])
    await follow(['Wide @ Helsinki (figures: Oslo)'])
    expect(await places()).toEqual([])
    const limited = { ...roleFields({ name: 'Wide', rules: role.rules, rows: { stores: [['fi']] } }) }
    await call('PUT', `role/save/${role.roleId}`, { ...limited, version: role.version })
    await follow(['Wide @ Helsinki (figures: *)'])
    expect(await places()).toEqual([{ rows: helsinki, figures: { stores: [['fi']] } }])
    await follow(['Wide @ Helsinki'])
    expect(await places()).toEqual([{ rows: helsinki, figures: null }])
    const { rows } = await stores.service.query(
      `select after -> 'gained' as gained from audit where action = 'user.change' and subject = 'dan' order by id`,
    )
    expect(rows[0].gained).toEqual(['Wide @ stores,all,fi,hki (figures: stores,all,fi)'])
  })

  it('is followed where a token breaks such a demand, and the audit log says so', async () => {
    const { person, follow } = await memberByRule('bea', 'Others')
    await kaiku.call('POST', 'access/assertion', demand(person.id, false))
    await follow(['Others'])
    const { rows } = await kaiku.stores.service.query(
      `select after from audit where action = 'user.change' and subject = 'bea'`,
    )
    expect(rows).toEqual([{ after: { gained: ['Others'], against: [expect.stringContaining('bea must not have')] } }])
  })
})
