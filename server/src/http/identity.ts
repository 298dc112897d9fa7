import { permissions, type Who } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../stores.ts'
import { findUniverse, listUniverses, sampleUniverse, type Universe } from '../universe/universe.ts'

/** Names the universe of a request; absent: the only one, else `sample`. */
export const universeHeader = 'kaiku-universe'

/** Gives each request its viewer. Inside the server `who.universe` is the universe's id, never its name. */
export function identify(app: FastifyInstance, stores: Stores): void {
  const known = new LRUCache<string, Universe>({ max: 1_000, ttl: remembered })
  app.decorateRequest('who')
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.config.open) return
    const header = request.headers[universeHeader]
    const name = typeof header === 'string' ? header : ''
    const universe = known.get(name) ?? (await universeOf(stores, name))
    if (!known.has(name)) known.set(name, universe)
    request.who = sampleUser(universe)
  })
}

/** Milliseconds for which a universe that was found is not looked up again. */
const remembered = 5_000

/** An empty name: the usual one. */
async function universeOf(stores: Stores, name: string): Promise<Universe> {
  const found = name === '' ? await usual(stores) : await findUniverse(stores, name)
  if (!found) throw new Fault('not_found', 'There is no such universe.')
  return found
}

async function usual(stores: Stores): Promise<Universe | null> {
  const all = await listUniverses(stores)
  return all.find(({ name }) => name === sampleUniverse) ?? all[0] ?? null
}

const sampleUser = ({ id }: Universe): Who => ({
  userId: 'sample',
  username: 'sample',
  universe: id,
  universes: [id],
  isUserAdmin: true,
  isRoot: true,
  locale: 'en',
  permissions,
})
