import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command as key } from '../api-key/api-key.command.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { command as scim } from '../scim-token/scim-token.command.ts'
import { createUniverse } from '../universe/universe.ts'
import { command as user } from '../user/person.command.ts'
import type { Command } from './command.ts'

let test: TestStores
beforeAll(async () => {
  test = await openTestStores({ own: true })
  await createUniverse(test.stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  test.stores.publish('http://localhost:18977')
})
afterAll(() => test?.close())

async function run(command: Command, options: Record<string, string | boolean>, ...positionals: string[]) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const progress = () => ({ at: () => {}, end: () => {} })
  const configuration = readConfiguration({ KAIKU_DATA: test.data })
  await command.run({
    options: { universe: 'acme', ...options },
    positionals,
    configuration,
    print: write,
    log: write,
    progress,
  })
  return lines.join('\n')
}

describe('what the command line prints', () => {
  it('has the address at which the server that runs here listens', async () => {
    const at = 'http://localhost:18977'
    expect(await run(user, {}, 'create', 'anna')).toContain(`To choose a password: ${at}/?reset=`)
    expect(await run(user, {}, 'link', 'anna')).toContain(`Signs in once, within an hour: ${at}/?enter=`)
    expect(await run(key, { api: true, scope: 'interviews:read' }, 'create', 'shop')).toContain(`Address: ${at}/api/v1`)
    expect(await run(scim, {}, 'create', 'directory')).toContain(`Address: ${at}/api/scim/v2`)
  })
})
