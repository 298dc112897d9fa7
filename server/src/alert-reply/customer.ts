import { contactKey } from '@kaiku/core/contact-key.ts'
import type pg from 'pg'
import type { StoredAlert } from '../alert/stored-alert.ts'
import { nullable, query, type Shape, text as textColumn } from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import { contactIn } from '../dictionary/contact-in.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { consentsOf } from '../sample/consent.ts'

const knownColumns = {
  name: nullable(textColumn),
  email: nullable(textColumn),
  locale: nullable(textColumn),
  state: textColumn,
} satisfies Shape

/** Who an alert is about, as far as a mail to them needs it. */
export type Customer = {
  readonly email: string
  /** Null: not known. */
  readonly name: string | null
  readonly locale: string | null
}

const longestAddress = 254
/** One address and nothing that a mail server would read as more. */
const isAddress = (text: string) =>
  text.length <= longestAddress && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u.test(text)

/** The customer whose interview raised an alert: by the question with the role `contact`, or their sample. */
export async function customerOf(
  client: pg.PoolClient,
  dictionary: Dictionary,
  alert: StoredAlert,
): Promise<Customer | 'noAddress' | 'optedOut'> {
  const { universe, survey, definition } = dictionary
  if (alert.interview === null || definition.settings.protection) return 'noAddress'
  const { rows } = await query(
    client,
    { answers: answersColumn },
    'select answers from interview where universe = $1 and survey = $2 and number = $3',
    [universe, survey, alert.interview],
  )
  const contact = rows[0] ? (contactIn(dictionary, rows[0].answers)?.trim() ?? '') : ''
  const key = contactKey(contact)
  const samples = await query(
    client,
    knownColumns,
    `select name, email, locale, state from sample
     where universe = $1 and survey = $2 and (interview = $3 or contact = $4)
     order by (interview = $3) is true desc, changed_at desc limit 1`,
    [universe, survey, alert.interview, key],
  )
  const [sample] = samples.rows
  const email = [contact, sample?.email?.trim() ?? ''].find(isAddress)
  if (email === undefined) return 'noAddress'
  const keys = [key, contactKey(email)].filter((one) => one !== null)
  const said = await consentsOf(client, universe, keys)
  const isOut = [...said.values()].some(({ consent }) => consent === 'optedOut')
  if (isOut || sample?.state === 'unsubscribed') return 'optedOut'
  return { email, name: sample?.name?.trim() || null, locale: sample?.locale ?? null }
}
