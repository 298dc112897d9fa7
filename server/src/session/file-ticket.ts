import { createHash } from 'node:crypto'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Stores } from '../db/stores.ts'
import { keepOnce, takeOnce } from './ticket.ts'
import { newToken } from './token.ts'
import { type SignedInViewer, viewerNow } from './who.ts'

const purpose = 'file'
/** Minutes within which a download begins. */
const patience = 5

/** An address without its ticket, as whoever gives one and whoever takes it write it. */
function parts(url: string): { readonly address: string; readonly ticket: string } {
  const { pathname, searchParams } = new URL(url, 'http://kaiku.invalid')
  const ticket = searchParams.get('ticket') ?? ''
  searchParams.delete('ticket')
  return { address: `${pathname}?${searchParams.toString()}`, ticket }
}

/** What is kept of a ticket: it opens this one address. */
const hashOf = (ticket: string, address: string) => createHash('sha256').update(`${ticket} ${address}`).digest()

/**
 * The address of a file with a ticket that opens it once, as the viewer. Throws Fault `invalid` for an address that is
 * none of Kaiku’s calls, `forbidden` to who stands for or looks as somebody else: a ticket knows one person.
 */
export async function fileTicket({ service }: Stores, who: Viewer, url: string): Promise<string> {
  if (who.actor || who.viewedAs) throw new Fault('forbidden', 'You may not do this.')
  if (!url.startsWith('/api/')) throw new Fault('invalid', 'A ticket is for an address of a call.')
  const { address } = parts(url)
  const ticket = newToken()
  await keepOnce(service, hashOf(ticket, address), purpose, who.userId, patience, who.universe)
  return `${address}${address.endsWith('?') ? '' : '&'}ticket=${ticket}`
}

/** Who has a ticket for an address, as they are now; it is used up. Null: nobody. */
export async function holderOfTicket(stores: Stores, url: string): Promise<SignedInViewer | null> {
  const { address, ticket } = parts(url)
  if (ticket === '') return null
  const found = await takeOnce(stores.service, hashOf(ticket, address), purpose)
  return found && viewerNow(stores, found.person, found.universe)
}
