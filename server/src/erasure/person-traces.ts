import { contactKey } from '@kaiku/core/contact-key.ts'
import type pg from 'pg'
import { nullable, number, numbers, query, type Shape, text as textColumn } from '../db/rows.ts'
import { goneForms } from '../gone-contact/gone-contact.ts'
import type { StoredSample } from '../sample/stored-sample.ts'

const traceColumns = { survey: number, id: textColumn, leaves: numbers } satisfies Shape

/** Where somebody is named in the truth of a universe. */
export type Traces = {
  /** As core's `contactKey` writes them. */
  readonly contacts: readonly string[]
  /** The ways in which the person is written, for looking inside texts. */
  readonly written: readonly string[]
  readonly interviews: readonly Trace[]
  readonly samples: readonly Trace[]
}
export type Trace = { readonly survey: number; readonly id: string; readonly leaves: readonly number[] }

/** In SQL: what stands for the contact of a sample once that is gone. */
const goneOfSample = (id: string) => `(select gone_contact from sample where universe = $1 and id = ${id}::uuid)`

/** Shorter ones would be found in texts that are about somebody else. */
const shortest = 5

/**
 * Everything that a contact answered and was asked, in these surveys; with the sample it is read from also what that one
 * answered without naming the contact.
 */
export async function tracesOf(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  contact: string,
  sample: StoredSample | null,
): Promise<Traces> {
  const given = sample ? [contact, sample.contact, sample.email, sample.phone] : [contact]
  const keys = [...new Set(given.map(contactKey).filter((key) => key !== null))]
  const written = [...new Set([...given, ...keys, sample?.externalId].map((text) => text?.trim() ?? ''))]
  const forms = [...new Set([...given.filter((text) => text !== null), ...written, ...keys])]
  const gone = [...(await goneForms(client, universe, forms)).keys()]
  const samples = await query(
    client,
    { survey: number, id: textColumn, leaves: numbers, interview: nullable(textColumn) },
    `select survey, id, leaves, interview::text as interview from sample
     where universe = $1 and survey = any($2) and (contact = any($3) or gone_contact = any($5) or id = $4
       or gone_contact = ${goneOfSample('$4')})`,
    [universe, surveys, keys, sample?.id ?? null, gone],
  )
  const linked = samples.rows.flatMap(({ survey, interview }) => (interview === null ? [] : [{ survey, interview }]))
  const interviews = await query(
    client,
    traceColumns,
    `select survey, number::text as id, leaves from interview where universe = $1 and survey = any($2) and (
       contact = any($3) or contact = any($6) or contact = ${goneOfSample('$7')}
       or (contact <> lower(btrim(contact)) and lower(btrim(contact)) = any($4))
       or (survey, number) in (select * from jsonb_to_recordset($5) as l (survey int, interview bigint)))`,
    [
      universe,
      surveys,
      forms,
      [...keys, ...forms.map((form) => form.trim().toLowerCase())],
      JSON.stringify(linked),
      gone,
      sample?.id ?? null,
    ],
  )
  return {
    contacts: keys,
    written: written.filter((text) => text.length >= shortest).map((text) => text.toLowerCase()),
    interviews: interviews.rows,
    samples: samples.rows,
  }
}
