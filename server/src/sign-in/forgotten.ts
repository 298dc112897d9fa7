import { record, stranger } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from '../mail/mail.ts'
import { doubling, steadily, tryAcquire } from '../password-proof/attempts.ts'
import { networkOf } from '../password-proof/network.ts'
import { personByName } from '../person/person.ts'
import { issueTicket } from '../session/ticket.ts'

/** Links that one address asks for before they become one a minute: many people may share it. */
const freeOfAddress = 50

/**
 * Mails a link for a new password to who has forgotten theirs. Silent about whether there is such a user. The link is
 * made from the configured public address, never from what a request says of its host.
 */
export async function forgotten(stores: Stores, publicUrl: string, user: string, address: string): Promise<void> {
  const limits = [
    doubling(`forgot ${user.toLowerCase()}`),
    steadily(`forgot from ${networkOf(address)}`, freeOfAddress),
  ]
  if ((await tryAcquire(stores, limits)) > 0) return
  const person = await personByName(stores, user)
  await record(stores, { ...stranger(user, address), userId: person?.id ?? null }, { action: 'password.forgot' })
  if (!person?.email || person.isDeactivated) return
  const token = await issueTicket(stores, { purpose: 'reset', person: person.id, universe: null })
  const link = new URL(`/?reset=${token}`, publicUrl).href
  await sendMail(stores, {
    to: person.email,
    template: 'reset',
    locale: person.locale,
    values: { link, name: person.username },
  })
}
