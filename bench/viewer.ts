import type { Grant } from '@kaiku/core/access.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { addMember, createPerson, personByName } from '@kaiku/server/person/person.ts'
import { ensureRole, giveRole } from '@kaiku/server/role/role.ts'
import { openSession } from '@kaiku/server/session/session.ts'

const origin = { address: '127.0.0.1', agent: 'bench' }

/** Headers of an operator, who sees everything. */
export const operator = (stores: Stores) => signedIn(stores, 'bench', true)

/** Headers of a member of a universe who is narrowed to nodes. */
export async function member(stores: Stores, universe: string, grant: Grant) {
  const headers = await signedIn(stores, 'bench-member', false)
  const person = await personByName(stores, 'bench-member')
  if (!person) throw new Error('the member is gone')
  await addMember(stores.service, universe, person.id)
  await giveRole(stores.service, universe, await ensureRole(stores.service, universe, grant), person.id, grant)
  return headers
}

async function signedIn(stores: Stores, username: string, isRoot: boolean) {
  const person = (await personByName(stores, username)) ?? (await createPerson(stores, { username, isRoot }))
  const token = await openSession(stores, { person: person.id, universe: null, isRemembered: false, ...origin })
  return { authorization: `Bearer ${token}` }
}
