import { fullGrant, may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import { personById } from '../person/person.ts'
import { viewerOf } from './who.ts'

/** Names the member through whose eyes an administrator looks; each tab sends its own. */
export const viewAsHeader = 'kaiku-view-as'

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/**
 * The viewer with what a member of the same universe may do as the limit, changing nothing. The viewer stays who they
 * are: the log names both. Throws Fault `forbidden` to who manages no users, and `not_found` for anybody who is not an
 * active member here, root among them.
 */
export async function viewAs(stores: Stores, who: Viewer, userId: string): Promise<Viewer> {
  if (!may.manageUsers(who)) throw new Fault('forbidden', 'You may not do this.')
  const missing = () => new Fault('not_found', 'There is no such user.')
  const person = uuid.test(userId) ? await personById(stores, userId) : null
  if (!person || person.isRoot || person.isDeactivated) throw missing()
  const target = await viewerOf(stores, person, who.universe).catch((error: unknown) => {
    throw error instanceof Fault ? missing() : error
  })
  return {
    ...who,
    // Root's rights are no grants; seen through another's eyes they narrow like everybody's.
    grants: who.isRoot ? [fullGrant('root')] : who.grants,
    isRoot: false,
    isUserAdmin: target.who.isUserAdmin,
    universes: [who.universe],
    within: target.who.grants,
    viewedAs: { userId: person.id, username: person.username },
    isReadOnly: true,
  }
}
