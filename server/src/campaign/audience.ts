import { createHash } from 'node:crypto'
import type { CampaignRules } from '@kaiku/contract/campaign-rules.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { LeftReason, MailAction, MessageKind } from '@kaiku/core/campaign.ts'
import { e164 } from '@kaiku/core/phone.ts'
import { addressLines, isPostal, type PostalField, postalFields } from '@kaiku/core/postal-address.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { sampleReasons, sampleStates } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import type { Bind } from '../db/bind.ts'
import { nullable, numbers, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { consentsOf } from '../sample/consent.ts'
import { standingOf } from '../sample/standing.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { selectSamples } from '../sample-list/sample-selection.ts'
import { readGateway } from '../sms/gateway.ts'

const columns = {
  id: text,
  state: oneOf(...sampleStates),
  reason: nullable(oneOf(...sampleReasons)),
  contact: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  street: nullable(text),
  postcode: nullable(text),
  town: nullable(text),
  country: nullable(text),
  locale: nullable(text),
  leaves: numbers,
  createdAt: time,
  /** The day of what they are asked about; null: it is not known. */
  day: nullable(text),
  /** Where the message of the campaign that is followed is, and when it went; null: none is followed. */
  before: nullable(text),
  beforeAt: nullable(time),
} satisfies Shape
type Candidate = RowOf<typeof columns>

/** Somebody of an audience; `left`: why they get no message. */
export type JudgedSample = Pick<Candidate, 'id' | 'locale' | 'leaves' | 'createdAt' | 'day' | 'beforeAt'> & {
  readonly left: LeftReason | null
}

export type Wanted = {
  readonly kind: MessageKind
  readonly action: MailAction
  readonly parent: string | null
  readonly path: string
  readonly rules: Pick<CampaignRules, 'restDays' | 'holdout' | 'quota'>
}

/** People of one campaign. */
const most = 500_000

/**
 * Everybody of a selection whom the viewer may write to, each with the reason if they get no message, in an order that
 * chance made. Throws the Faults of a path, `invalid` for more people than a campaign has.
 */
export async function judgeAudience(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  wanted: Wanted,
  now: number,
): Promise<readonly JudgedSample[]> {
  const rows = await candidates(client, who, dictionary, wanted, now, () => `true limit ${most + 1}`)
  if (rows.length > most) throw refuse('invalid', 'campaign.most', { most })
  return judge(client, dictionary, wanted, rows, now, { contacts: new Set(), places: new Map(), later: null })
}

/** Everybody of a selection, unjudged. `which`: more conditions on the sample `s` and its message before `r`, order and limit. */
export async function candidates(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  { parent, path }: Pick<Wanted, 'parent' | 'path'>,
  now: number,
  which: (bind: Bind) => string,
): Promise<readonly Candidate[]> {
  const { where, values, bind } = selectSamples(who, dictionary, { path, permission: 'sendCampaigns' }, now)
  const followed = parent === null ? 'null::uuid' : `${bind(parent)}::uuid`
  const day = dictionary.role('date')?.question.id
  const { rows } = await query(
    client,
    columns,
    `select s.id, s.state, s.reason, s.contact, s.email, s.phone, s.street, s.postcode, s.town,
       s.country, s.locale, s.leaves, s.created_at as "createdAt",
       ${day === undefined ? 'null::text' : `s.background ->> ${bind(day)}`} as day,
       r.state as before, r.sent_at as "beforeAt"
     from sample s left join interview i on (i.universe, i.survey, i.number) = (s.universe, s.survey, s.interview)
       ${parent === null ? 'left ' : ''}join campaign_recipient r
         on r.universe = s.universe and r.sample = s.id and r.campaign = ${followed}
     where ${where} and ${which(bind)}`,
    values,
  )
  return rows
}

/** Whom a campaign has taken up already. */
export type Already = {
  readonly contacts: Set<string>
  readonly places: Map<number, number>
  /** What is looked at when the time of a message has come, not before; null: nothing. */
  readonly later: LeftReason | null
}

/** Each with the reason if they get no message, in an order that chance made. */
export async function judge(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { kind, action, rules }: Wanted,
  rows: readonly Candidate[],
  now: number,
  { contacts: taken, places, later }: Already,
): Promise<readonly JudgedSample[]> {
  const standing = await messageStanding(
    client,
    dictionary.universe,
    rows,
    { kind, action, restDays: rules.restDays },
    now,
  )
  const byChance = rows.map((one) => ({ one, chance: chanceOf(one.id) })).sort((a, b) => a.chance - b.chance)
  const at = placeNumber(dictionary)
  return byChance.map(({ one, chance }) => {
    const leaf = one.leaves[at - 1] ?? rootNumber
    const own = reasonOf[action](one, standing)
    const left = (own === later ? null : own) ?? ofOthers(one, chance, leaf)
    if (left === null) {
      if (one.contact !== null) taken.add(one.contact)
      places.set(leaf, (places.get(leaf) ?? 0) + 1)
    }
    const { id, locale, leaves, createdAt, day, beforeAt } = one
    return { id, locale, leaves, createdAt, day, beforeAt, left }
  })

  function ofOthers({ contact }: Candidate, chance: number, leaf: number): LeftReason | null {
    if (contact !== null && taken.has(contact)) return 'sameContact'
    // Reminders go to those who were written to.
    if (action !== 'reminder' && chance % 100 < rules.holdout) return 'holdout'
    return rules.quota !== null && (places.get(leaf) ?? 0) >= rules.quota ? 'quota' : null
  }
}

/** Where the place that a quota counts by stands in the leaves of a sample; the first is 1. */
export const placeNumber = ({ views }: Dictionary): number => [...views.values()][0]?.number ?? 1

/** The same for a person whatever the campaign: who is held out once is held out again, so that holding out can tell. */
const chanceOf = (sample: string): number => createHash('sha256').update(`holdout ${sample}`).digest().readUInt32BE(0)

type Person = Pick<StoredSample, 'id' | 'contact' | 'email' | 'phone' | PostalField>
type For = { readonly kind: MessageKind; readonly action: MailAction; readonly restDays: number | null }

/** Tells where a message of a kind goes to somebody; null: nowhere. */
export async function addressing(
  client: pg.PoolClient,
  universe: string,
  kind: MessageKind,
): Promise<(one: Pick<Person, 'email' | 'phone' | PostalField>) => string | null> {
  switch (kind) {
    case 'mail':
      return ({ email }) => email || null
    case 'sms': {
      const callingCode = (await readGateway(client, universe))?.callingCode ?? ''
      return ({ phone }) => e164(phone, callingCode)
    }
    case 'letter':
      return (one) => (isPostal(one) ? addressLines('', one).join(', ') : null)
  }
}

/** Tells why somebody may not be written to now; reminders go to who was asked lately, too. */
export async function messageStanding(
  client: pg.PoolClient,
  universe: string,
  people: readonly Person[],
  { kind, action, restDays }: For,
  now: number,
): Promise<(one: Person) => LeftReason | null> {
  const addressOf = await addressing(client, universe, kind)
  const gone = kind === 'letter' ? await returnedLetters(client, universe, people) : new Set()
  const contacts = [...new Set(people.flatMap(({ contact }) => contact ?? []))]
  const looking = { restDays: action === 'reminder' ? 0 : restDays, onlyInvited: true }
  const { reasonFor } = await standingOf(client, universe, contacts, now, looking)
  const numbers = kind === 'sms' ? people.flatMap((one) => addressOf(one) ?? []) : []
  // A number may have said stop under another contact.
  const said = await consentsOf(client, universe, numbers)
  return (one) => {
    const address = addressOf(one)
    if (address !== null && said.get(address)?.consent === 'optedOut') return 'optOut'
    if (gone.has(one.id)) return 'bounced'
    // Addresses of other kinds do not count.
    return reasonFor({ id: one.id, contact: one.contact, email: address, phone: null })
  }
}

/** Whose last letter came back from where they still live, as far as the sample knows. */
async function returnedLetters(
  client: pg.PoolClient,
  universe: string,
  people: readonly Person[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query(
    client,
    { sample: text },
    `select distinct r.sample from campaign_recipient r
     where r.universe = $1 and r.sample = any($2) and r.reason = 'returned' and not exists (
       select from sample_event e where (e.universe, e.survey, e.sample) = (r.universe, r.survey, r.sample)
         and e.at > r.bounced_at and e.after ?| $3)`,
    [universe, people.map(({ id }) => id), postalFields],
  )
  return new Set(rows.map(({ sample }) => sample))
}

type Reason = (one: Candidate, standing: (one: Candidate) => LeftReason | null) => LeftReason | null

/** What a state says before it is asked how they stand. */
export function ofState({ state, reason }: Pick<StoredSample, 'state' | 'reason'>): LeftReason | null {
  if (state === 'notInvited' && reason === 'excluded') return 'excluded'
  if (state === 'completed') return 'answered'
  if (state === 'refused' || state === 'unsubscribed' || state === 'bounced') return state
  return null
}

export const wasAsked = ({ state }: Pick<StoredSample, 'state'>): boolean =>
  state === 'invited' || state === 'started' || state === 'partial'

const reasonOf: Readonly<Record<MailAction, Reason>> = {
  new: (one, standing) => ofState(one) ?? (wasAsked(one) ? 'alreadyInvited' : standing(one)),
  reminder: (one, standing) => ofState(one) ?? (one.before === 'delivered' ? standing(one) : 'notReached'),
  again: (one, standing) => {
    if (one.before === 'delivered' || one.before === 'queued' || one.before === 'waiting') return 'alreadyInvited'
    // Another campaign has asked them.
    if (one.before !== 'failed' && wasAsked(one)) return 'alreadyInvited'
    return ofState(one) ?? standing(one)
  },
  test: () => 'notReached',
}
