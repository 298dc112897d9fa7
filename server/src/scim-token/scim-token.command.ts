import { Fault } from '@kaiku/core/fault.ts'
import { operatorIn } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { webAddressOf } from '../command/web-address.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseUniverse, type Universe } from '../universe/universe.ts'
import { createScimToken, listScimTokens, revokeScimToken, scimAddress } from './scim-token.ts'

const usage = 'list | create NAME | revoke NAME'

export const command: Command = {
  name: 'scim',
  summary: 'Tokens with which a directory provisions users and groups.',
  usage,
  options: { universe: { type: 'string', value: 'U', summary: 'the universe that the token opens' } },
  positionals: [1, 2],
  run: async ({ positionals: [verb, name = ''], options, configuration, print, log }) => {
    const isNamed = verb === 'create' || verb === 'revoke'
    if (isNamed ? name === '' : verb !== 'list' || name !== '') throw new UsageError(`usage: kaiku scim ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const named = typeof options.universe === 'string' ? options.universe : undefined
      const universe = await chooseUniverse(stores, named)
      if (verb === 'create') {
        const { token } = await createScimToken(stores, operatorIn(universe.id), name, operatorIn(universe.id))
        print(`Address: ${scimAddress(webAddressOf(stores, configuration))}`)
        print(`Token for ${universe.name}, shown this once: ${token}`)
      } else if (verb === 'revoke') await revoke(stores, universe, name, print)
      else
        for (const one of await listScimTokens(stores, universe.id))
          print(`${one.tokenId} ${one.name.padEnd(24)} made ${one.createdAt}, used ${one.usedAt ?? 'never'}`)
    } finally {
      await stores.close()
    }
  },
}

/** By id, or by a name that only one token has. */
async function revoke(stores: Stores, universe: Universe, name: string, print: (line: string) => void) {
  const all = await listScimTokens(stores, universe.id)
  const meant = all.filter((one) => one.name === name || one.tokenId === name)
  const [token] = meant
  if (!token) throw new Fault('not_found', `There is no token “${name}” in ${universe.name}.`)
  if (meant.length > 1)
    throw new Fault(
      'invalid',
      `Several tokens are called “${name}”; name one by its id: ${meant.map(({ tokenId }) => tokenId).join(', ')}`,
    )
  await revokeScimToken(stores, operatorIn(universe.id), token.tokenId, operatorIn(universe.id))
  print(`Revoked ${token.name}.`)
}
