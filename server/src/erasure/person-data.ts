import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { knownContact } from '../gone-contact/gone-contact.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { type Traces, tracesOf } from './person-traces.ts'

/** What is stored about somebody; `survey` by its name, answers by question. */
export type PersonData = {
  readonly contact: string | null
  readonly samples: readonly PersonRow[]
  readonly interviews: readonly PersonRow[]
}
type PersonRow = { readonly survey: string } & Readonly<Record<string, unknown>>

/** Everything that is stored about the contact of a sample in these surveys, in words that a person can read and a program too. */
export function personData(
  { pool }: Stores,
  universe: string,
  surveys: readonly Dictionary[],
  sample: StoredSample,
  check: (traces: Traces) => void,
): Promise<PersonData> {
  return inUniverse(pool, universe, async (client) => {
    const numbers = surveys.map(({ survey }) => survey)
    const traces = await tracesOf(client, universe, numbers, sample.contact ?? '', sample)
    check(traces)
    const samples = await client.query(
      `select survey, id as "sampleId", external_id as "externalId", contact, name, email, phone, street, postcode, town, country, locale,
         time_zone as "timeZone", background,
         state, reason, invited_at as "invitedAt", responded_at as "respondedAt", created_at as "createdAt",
         (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'before', before, 'after', after) order by id), '[]')
          from sample_event e where (e.universe, e.survey, e.sample) = (s.universe, s.survey, s.id)) as history
       from sample s where universe = $1 and id = any($2) order by created_at`,
      [universe, traces.samples.map(({ id }) => id)],
    )
    const interviews = await client.query(
      `select survey, id as "interviewId", day::text as day, ${knownContact('contact')} as contact, answers, original, tags, quality,
         (select jsonb_object_agg(question, (select jsonb_object_agg(locale, one -> 'text') from jsonb_each(locales) as l (locale, one)))
          from jsonb_each(translations) as t (question, locales)) as translations
       from interview
       where universe = $1 and number = any($2::bigint[]) and survey = any($3) order by day nulls last`,
      [universe, traces.interviews.map(({ id }) => id), numbers],
    )
    const replies = await client.query(
      `select a.survey, r.at, r.recipient, r.subject, r.text, r.delivery from alert_reply r
         join alert a on (a.universe, a.id) = (r.universe, r.alert)
       where a.universe = $1 and a.interview = any($2::bigint[]) and a.survey = any($3) order by r.at`,
      [universe, traces.interviews.map(({ id }) => id), numbers],
    )
    const names = new Map(surveys.map(({ survey, extName }) => [survey, extName]))
    const named = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ survey, ...row }) => ({ survey: names.get(Number(survey)) ?? '', ...row }))
    return {
      contact: sample.contact,
      samples: named(samples.rows),
      interviews: named(interviews.rows),
      replies: named(replies.rows),
    }
  })
}
