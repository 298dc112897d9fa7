import { refuse } from '@kaiku/core/reason.ts'
import type { Stores } from '../db/stores.ts'
import { createPerson, type Person } from '../person/person.ts'
import { issueTicket, readTicket, useTicket } from '../session/ticket.ts'

/** Where the operator's account is made; null once there is one. */
export async function setUpPath(stores: Stores): Promise<string | null> {
  if (await hasOperator(stores)) return null
  const token = await issueTicket(stores, { purpose: 'setup', person: null, universe: null })
  return `/?setup=${token}`
}

/** Makes the first account. Throws Fault `conflict` when there is an operator already, `invalid` for a link that is used or too old. */
export async function setUp(
  stores: Stores,
  { token, username, password }: { token: string; username: string; password: string },
): Promise<Person> {
  const { purpose } = await readTicket(stores, token)
  if (purpose !== 'setup') throw refuse('invalid', 'link.other')
  if (await hasOperator(stores)) throw refuse('conflict', 'setUp.done')
  const person = await createPerson(stores, { username, password, isRoot: true })
  await useTicket(stores, token, ['setup'])
  return person
}

async function hasOperator({ service }: Stores): Promise<boolean> {
  const { rowCount } = await service.query('select from person where is_root limit 1')
  return rowCount === 1
}
