import { fold } from '@kaiku/core/text.ts'
import type { Stores } from '../db/stores.ts'
import { addMember } from '../person/person.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { createUniverse, type Universe } from '../universe/universe.ts'

/** Makes a universe with its usual roles and somebody as its administrator. Throws Fault as `createUniverse`. */
export async function foundUniverse(
  stores: Stores,
  wanted: Pick<Universe, 'name' | 'title' | 'timeZone'>,
  person: string,
): Promise<Universe> {
  const made = await createUniverse(stores, wanted)
  await addMember(stores.service, made.id, person)
  for (const role of Object.values(usualRoles)) await ensureRole(stores.service, made.id, role)
  const administrator = await ensureRole(stores.service, made.id, usualRoles.Administrator)
  await giveRole(stores.service, made.id, administrator, person)
  return made
}

/** What a universe of this title may be called in addresses. */
export const universeNameOf = (title: string): string =>
  fold(title)
    .replace(/[åä]/g, 'a')
    .replace(/ö/g, 'o')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'main'
