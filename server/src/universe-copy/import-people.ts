import { Fault } from '@kaiku/core/fault.ts'
import { z } from 'zod'
import type { Stores } from '../db/stores.ts'
import { createPerson, type Person, personById, personByName } from '../person/person.ts'
import type { Archive } from './archive.ts'
import { damaged, peopleName } from './manifest.ts'

const copiedPerson = z.strictObject({
  id: z.uuid(),
  username: z.string().min(1).max(100),
  email: z.string().max(320).nullable(),
  givenName: z.string().max(200),
  familyName: z.string().max(200),
  locale: z.string().max(20),
  isDeactivated: z.boolean(),
})
type CopiedPerson = z.output<typeof copiedPerson>

/**
 * Accounts for the people of an archive, by the ids that they had. Somebody who has an account here already keeps it: that is
 * who has the same user name and the same mail address. A user name that is somebody else's gives nobody their rights.
 * `made` hears of each account that is new.
 */
export async function importPeople(
  stores: Stores,
  archive: Archive,
  made: (id: string) => void,
): Promise<{ readonly people: ReadonlyMap<string, string>; readonly taken: readonly string[] }> {
  const people = new Map<string, string>()
  const taken: string[] = []
  for await (const row of archive.rows(peopleName)) {
    const read = copiedPerson.safeParse(row)
    if (!read.success) throw damaged(peopleName)
    // An account that was closed is not opened by a copy.
    if (read.data.isDeactivated) continue
    const id = await accountOf(stores, read.data, made)
    if (id === null) taken.push(read.data.username)
    else people.set(read.data.id, id)
  }
  return { people, taken }
}

async function accountOf(stores: Stores, wanted: CopiedPerson, made: (id: string) => void): Promise<string | null> {
  const { id, username, email } = wanted
  const present = (await personById(stores, id)) ?? (await personByName(stores, username))
  if (present) return isSame(present, wanted) && !present.isRoot ? present.id : null
  const { givenName, familyName, locale } = wanted
  try {
    const created = await createPerson(stores, { username, email, givenName, familyName, locale })
    made(created.id)
    return created.id
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

const isSame = (one: Person, other: CopiedPerson) =>
  one.username.toLowerCase() === other.username.toLowerCase() &&
  (one.id === other.id || (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase()))
