import type { User } from '@kaiku/contract/user.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../command/command.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { command as user } from '../user/person.command.ts'
import { openTwoUniverses, type TwoUniverses } from '../user/two-universes.fixture.ts'
import { command as scim } from './scim-token.command.ts'

let kaiku: TwoUniverses
beforeAll(async () => {
  kaiku = await openTwoUniverses({ own: true })
})
afterAll(() => kaiku?.close())

/** What a command prints, or how it refuses. */
const run = (command: Command, ...positionals: string[]) => runWith({}, command, ...positionals)
async function runWith(more: Record<string, string>, command: Command, ...positionals: string[]): Promise<string> {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const progress = () => ({ at: () => {}, end: () => {} })
  const configuration = readConfiguration({ KAIKU_DATA: kaiku.data, PUBLIC_URL: 'https://kaiku.example.com' })
  const options = { universe: 'globex', ...more }
  const context = { options, positionals, configuration, print: write, log: write, progress }
  await command.run(context).catch((error: Error) => write(error.message))
  return lines.join('\n')
}

const users = (token: string) => kaiku.call('GET', 'scim/v2/Users', undefined, { authorization: `Bearer ${token}` })

describe('a SCIM token', () => {
  it('is shown once, opens its universe until it is revoked, and is audited', async () => {
    const made = (await kaiku.call('POST', 'scim/create', { name: ' Entra ID ' })).json()
    expect(made).toMatchObject({ name: 'Entra ID', usedAt: null, address: expect.stringContaining('/api/scim/v2') })
    const { token, address: _, ...listed } = made
    expect((await kaiku.call('GET', 'scim/tokens')).json()).toEqual([listed])
    expect((await users(token)).json().totalResults).toBe(2)
    expect((await kaiku.call('GET', 'scim/tokens')).json()[0].usedAt).not.toBeNull()
    const revoke = (headers?: { authorization: string }) =>
      kaiku.call('DELETE', `scim/revoke/${made.tokenId}`, undefined, headers)
    expect((await revoke(kaiku.stranger)).statusCode).toBe(404)
    expect((await users(token)).statusCode).toBe(200)
    expect((await revoke()).json()).toEqual({ revoked: true })
    expect((await users(token)).statusCode).toBe(401)
    expect((await revoke()).statusCode).toBe(404)
    const { rows } = await kaiku.stores.service.query(
      `select subject, before, after from audit where action = 'scim.change' order by at, id`,
    )
    expect(rows).toEqual([
      { subject: 'Entra ID', before: null, after: { token: made.tokenId } },
      { subject: 'Entra ID', before: { token: made.tokenId }, after: null },
    ])
    const { rows: kept } = await kaiku.stores.service.query('select encode(hash, $1) as hash from scim_token', [
      'escape',
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it('is made, seen and revoked by who manages users', async () => {
    const { tokenId } = (await kaiku.call('POST', 'scim/create', { name: 'Okta' })).json()
    for (const [headers, status] of [
      [kaiku.viewer, 403],
      [{ authorization: '' }, 401],
    ] as const) {
      expect((await kaiku.call('GET', 'scim/tokens', undefined, headers)).statusCode).toBe(status)
      expect((await kaiku.call('POST', 'scim/create', { name: 'x' }, headers)).statusCode).toBe(status)
      expect((await kaiku.call('DELETE', `scim/revoke/${tokenId}`, undefined, headers)).statusCode).toBe(status)
    }
    expect((await kaiku.call('GET', 'scim/tokens', undefined, kaiku.stranger)).json()).toEqual([])
    expect((await kaiku.call('POST', 'scim/create', { name: ' ' })).statusCode).toBe(400)
  })
})

describe('the command line', () => {
  it('makes, lists and revokes tokens of a universe', async () => {
    const printed = await run(scim, 'create', 'Entra ID')
    expect(printed).toContain('Address: https://kaiku.example.com/api/scim/v2')
    const token = /kaiku_scim_[\w-]{43}$/.exec(printed)?.[0] ?? ''
    expect((await users(token)).json().Resources).toMatchObject([{ userName: 'stranger' }])
    expect(await run(scim, 'list')).toMatch(/^[\da-f-]{36} Entra ID +made \S+Z, used \S+Z$/)
    await run(scim, 'create', 'Entra ID')
    expect(await run(scim, 'revoke', 'Entra ID')).toContain('Several tokens are called “Entra ID”')
    for (const line of (await run(scim, 'list')).split('\n'))
      expect(await run(scim, 'revoke', line.split(' ')[0] ?? '')).toBe('Revoked Entra ID.')
    expect((await users(token)).statusCode).toBe(401)
    expect(await run(scim, 'revoke', 'Entra ID')).toBe('There is no token “Entra ID” in globex.')
    expect(await run(scim, 'create')).toContain('usage: kaiku scim')
    expect(await run(scim, 'list', 'x')).toContain('usage: kaiku scim')
  })

  it('lets somebody of another universe in, whom a directory then finds', async () => {
    const token = /kaiku_scim_\S+$/.exec(await run(scim, 'create', 'Okta'))?.[0] ?? ''
    expect((await users(token)).json().totalResults).toBe(1)
    expect(await run(user, 'join', 'viewer')).toBe('viewer is a member of globex.')
    expect((await users(token)).json().totalResults).toBe(2)
    expect(await run(user, 'join', 'nobody')).toBe('There is no user “nobody”.')
  })

  it('is not needed by the operator, who lets somebody in with a role at a place', async () => {
    const role = { description: '', permissions: ['seeIndicators'], surveys: null, rows: {}, figures: null, rules: [] }
    await kaiku.call('POST', 'role/create', { ...role, name: 'Store manager' }, kaiku.stranger)
    for (const [wanted, told] of [
      ['Store manager @ Oslo', '“Oslo” isn’t a place in the surveys of the role.'],
      ['Nobody @ Helsinki', 'There is no role “Nobody @ Helsinki”.'],
    ] as const)
      for (const verb of ['join', 'create'])
        expect(await runWith({ role: wanted }, user, verb, verb === 'join' ? 'viewer' : 'made')).toBe(told)
    expect(await runWith({ role: 'Store manager @ Helsinki' }, user, 'join', 'viewer')).toContain('is a member')
    expect(await runWith({ role: 'store manager @ stores,all,se' }, user, 'create', 'made')).toContain('Created made.')
    const all = (await kaiku.call('GET', 'user/list', undefined, kaiku.stranger)).json()
    const given = (username: string) => all.find((one: User) => one.username === username).roles
    const name = 'Store manager'
    expect(given('viewer')).toMatchObject([{ name, rows: { stores: [['fi', 'hki']] }, figures: null }])
    expect(given('made')).toMatchObject([{ name, rows: { stores: [['se']] } }])
  })
})
