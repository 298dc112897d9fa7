import { isPostal, type PostalAddress } from '@kaiku/core/postal-address.ts'
import { isResting, reasonNotToInvite, type SampleReason, type Standing } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { nullable, query, type Shape, text, time } from '../db/rows.ts'
import { goneForms } from '../gone-contact/gone-contact.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { consentsOf } from './consent.ts'

const elsewhereColumns = { contact: text, id: text, state: text, askedAt: nullable(time) } satisfies Shape

/** Whom the rest period, or something else, is looked at for; `id`: the sample itself, which does not stand in its own way. */
type Person = {
  readonly id: string | null
  readonly contact: string | null
  readonly email: string | null
  readonly phone: string | null
} & Partial<PostalAddress>

type Standings = {
  readonly reasonFor: (person: Person) => SampleReason | null
  /** A contact waits to be invited from now on. */
  readonly claim: (contact: string | null) => void
}
type Elsewhere = {
  readonly contact: string
  readonly id: string
  readonly state: string
  readonly askedAt: Date | null
}

type Looking = {
  /** Days in place of the universe’s. */
  readonly restDays?: number | null
  /** Who merely waits to be invited does not stand in the way. */
  readonly onlyInvited?: boolean
}

/**
 * Tells why somebody is not invited, by what is known of these contacts in every survey of the universe; null: they may
 * be. A sample that waits to be invited rests the contact as well as one that was. `now`: milliseconds since 1970.
 */
export async function standingOf(
  client: pg.PoolClient,
  universe: string,
  contacts: readonly string[],
  now: number,
  { restDays = null, onlyInvited = false }: Looking = {},
): Promise<Standings> {
  const { settings } = await readUniverse(client, universe)
  const consents = await consentsOf(client, universe, contacts)
  const gone = await goneForms(client, universe, contacts)
  const { rows } = await query(
    client,
    elsewhereColumns,
    `select coalesce(contact, gone_contact) as contact, id, state, case when state = 'pending' and not $4 then $3 else invited_at end as "askedAt" from sample
     where universe = $1 and (contact = any($2) or gone_contact = any($5))
       and (state in ('pending', 'bounced') or invited_at is not null)`,
    [universe, contacts, new Date(now).toISOString(), onlyInvited, [...gone.keys()]],
  )
  const elsewhere = new Map<string, Elsewhere[]>()
  const add = (row: Elsewhere) => elsewhere.set(row.contact, [...(elsewhere.get(row.contact) ?? []), row])
  for (const row of rows) add(Object.assign(row, { contact: gone.get(row.contact) ?? row.contact }))
  const reasonFor: Standings['reasonFor'] = (person) => {
    const { id, contact, email, phone } = person
    const others = (contact === null ? [] : (elsewhere.get(contact) ?? [])).filter((one) => one.id !== id)
    const rests = ({ askedAt }: Elsewhere) => isResting(askedAt?.getTime() ?? null, restDays ?? settings.restDays, now)
    const standing: Standing = {
      consent: (contact === null ? undefined : consents.get(contact)?.consent) ?? 'unknown',
      isBounced: others.some(({ state }) => state === 'bounced'),
      hasAddress: Boolean(email) || Boolean(phone) || isPostal(person),
      isResting: others.some(rests),
    }
    return reasonNotToInvite(standing)
  }
  const claim = (contact: string | null) => {
    if (contact !== null) add({ contact, id: '', state: 'pending', askedAt: new Date(now) })
  }
  return { reasonFor, claim }
}
