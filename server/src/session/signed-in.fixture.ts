import type { Grant } from '@kaiku/core/access.ts'
import type { Stores } from '../db/stores.ts'
import { addMember, createPerson } from '../person/person.ts'
import { ensureRole, giveRole } from '../role/role.ts'
import { openSession } from './session.ts'

const origin = { address: '127.0.0.1', agent: 'test' }
let number = 0

/** Headers of somebody new who has signed in: root, or a member of a universe (by its id) with roles of these grants. */
export async function signedIn(
  stores: Stores,
  as: 'root' | { universe: string; grants: readonly Grant[]; username?: string },
): Promise<{ authorization: string }> {
  number += 1
  const isRoot = as === 'root'
  const username = isRoot ? `root-${number}` : (as.username ?? `person-${number}`)
  const person = await createPerson(stores, { username, isRoot })
  if (!isRoot) {
    await addMember(stores.service, as.universe, person.id)
    for (const grant of as.grants) {
      const role = await ensureRole(stores.service, as.universe, grant)
      await giveRole(stores.service, as.universe, role, person.id, grant)
    }
  }
  return signedInAs(stores, person.id, isRoot ? null : as.universe)
}

/** Headers of a person who is there already. */
export async function signedInAs(stores: Stores, person: string, universe: string | null) {
  const token = await openSession(stores, { person, universe, isRemembered: false, ...origin })
  return { authorization: `Bearer ${token}` }
}
