import { contactKey } from '@kaiku/core/contact-key.ts'
import type { PostalAddress } from '@kaiku/core/postal-address.ts'
import type { Consent } from '@kaiku/core/sample-state.ts'
import type { Answers } from '../dictionary/dictionary.ts'

/** Somebody as a file or a program names them; null: it does not say. */
export type SampleRow = PostalAddress & {
  /** The line of the file, or the place in the batch, where it stands first. */
  readonly line: number
  readonly externalId: string | null
  /** As core's `contactKey` writes it. */
  readonly contact: string | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly locale: string | null
  /** IANA, as `zoneOf` writes it. */
  readonly timeZone: string | null
  readonly consent: Exclude<Consent, 'unknown'> | null
  readonly background: Answers
}

/** By what somebody is known: their contact, else the mail address, else the phone number. */
export const contactOf = (row: Partial<Record<'contact' | 'email' | 'phone', string | null | undefined>>) =>
  contactKey(row.contact) ?? contactKey(row.email) ?? contactKey(row.phone)

/** Equal for rows that name the same: an external id stands above a contact. Null: nobody is named. */
export const identityOf = ({ externalId, contact }: SampleRow): string | null =>
  externalId !== null ? `id ${externalId}` : contact !== null ? `contact ${contact}` : null

/** What the later says, and where it says nothing what the earlier said; an opt-out stays. */
export const merged = <T extends Omit<SampleRow, 'line'>>(earlier: T, later: Omit<SampleRow, 'line'>): T => ({
  ...earlier,
  externalId: later.externalId ?? earlier.externalId,
  contact: later.contact ?? earlier.contact,
  name: later.name ?? earlier.name,
  email: later.email ?? earlier.email,
  phone: later.phone ?? earlier.phone,
  // An address is one thing: parts of two would lead nowhere.
  ...postalOf(later.street === null ? earlier : later),
  locale: later.locale ?? earlier.locale,
  timeZone: later.timeZone ?? earlier.timeZone,
  consent: earlier.consent === 'optedOut' ? earlier.consent : (later.consent ?? earlier.consent),
  background: { ...earlier.background, ...later.background },
})

const postalOf = ({ street, postcode, town, country }: PostalAddress): PostalAddress => ({
  street,
  postcode,
  town,
  country,
})

/** Rows that name the same become one, in the order in which they came first; `onto`: for each that was merged, the line it went to. */
export function mergeDuplicates(rows: readonly SampleRow[]): {
  readonly rows: readonly SampleRow[]
  readonly onto: ReadonlyMap<number, number>
} {
  const byIdentity = new Map<string, SampleRow>()
  const onto = new Map<number, number>()
  for (const row of rows) {
    const identity = identityOf(row) ?? `line ${row.line}`
    const earlier = byIdentity.get(identity)
    if (earlier) onto.set(row.line, earlier.line)
    byIdentity.set(identity, earlier ? merged(earlier, row) : row)
  }
  return { rows: [...byIdentity.values()], onto }
}
