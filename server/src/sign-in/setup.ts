import { refuse } from '@kaiku/core/reason.ts'
import { foundUniverse, universeNameOf } from '../access/found-universe.ts'
import type { Stores } from '../db/stores.ts'
import { createPerson, type Person } from '../person/person.ts'
import { issueTicket, readTicket, useTicket } from '../session/ticket.ts'
import { isZone, listUniverses, type Universe } from '../universe/universe.ts'

/** Where the operator's account is made; null once there is one. */
export async function setUpPath(stores: Stores): Promise<string | null> {
  if (await hasOperator(stores)) return null
  const token = await issueTicket(stores, { purpose: 'setup', person: null, universe: null })
  return `/?setup=${token}`
}

/** Makes the first account and, where there is none, the first universe. Throws Fault `conflict` when there is an operator already, `invalid` for a link that is used or too old. */
export async function setUp(
  stores: Stores,
  { token, username, password, universe }: FirstAccount,
): Promise<{ readonly person: Person; readonly universe: Universe | null }> {
  const { purpose } = await readTicket(stores, token)
  if (purpose !== 'setup') throw refuse('invalid', 'link.other')
  if (await hasOperator(stores)) throw refuse('conflict', 'setUp.done')
  const person = await createPerson(stores, { username, password, isRoot: true })
  await useTicket(stores, token, ['setup'])
  const wanted = universe !== undefined && (await listUniverses(stores)).length === 0 ? universe : null
  if (wanted === null) return { person, universe: null }
  const title = wanted.title || username
  const named = { name: universeNameOf(title), title, timeZone: isZone(wanted.timeZone) ? wanted.timeZone : 'UTC' }
  return { person, universe: await foundUniverse(stores, named, person.id) }
}

type FirstAccount = {
  readonly token: string
  readonly username: string
  readonly password: string
  readonly universe?: { readonly title: string; readonly timeZone: string } | undefined
}

async function hasOperator({ service }: Stores): Promise<boolean> {
  const { rowCount } = await service.query('select from person where is_root limit 1')
  return rowCount === 1
}
