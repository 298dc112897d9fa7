import { setTimeout as sleep } from 'node:timers/promises'
import type { ErasureCertificate, erasedKinds } from '@kaiku/contract/erasure.ts'
import type pg from 'pg'
import { forgetHits } from '../analytics/forget-hits.ts'
import { type Actor, record } from '../audit/audit.ts'
import { forgetInCampaigns } from '../campaign/campaign.ts'
import { forgetLinks } from '../counted-link/forget-links.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { forgetReferences, forgetRemembered } from '../filter-reference/filter-reference.ts'
import { forgetFormAnswers } from '../form-answer/forget-form-answers.ts'
import { blankRejects } from '../import-log/import-log.ts'
import type { Erasure } from '../interview-change/remove-interview.ts'
import { eraseInterviews } from '../interview-erasure/erase-interview.ts'
import { forgetMailTo } from '../mail/forget-mail.ts'
import { forgetSchedules } from '../report-schedule/forget-schedules.ts'
import { forgetGivenConsents } from '../sample/consent.ts'
import { removeSamples, type StoredSample } from '../sample/stored-sample.ts'
import { forgetFilters } from '../saved-filter/forget-filters.ts'
import { forgetSmsTo } from '../sms/sms.ts'
import { forgetFiles } from '../task/task-file.ts'
import { certificateOf, keepCertificate } from './certificate.store.ts'
import { type Traces, tracesOf } from './person-traces.ts'

type Count = { readonly what: (typeof erasedKinds)[number]; readonly count: number }

export type ErasureRequest = {
  readonly universe: string
  /** Where the person is erased. */
  readonly surveys: readonly Dictionary[]
  readonly contact: string
  /** The sample that the person is erased from; null: only the contact is known. */
  readonly sample: StoredSample | null
  /** Throws where the traces reach further than whoever asks. */
  readonly check?: (traces: Traces) => void
}
export type Erased = { readonly certificate: ErasureCertificate; readonly interviews: readonly Erasure[] }

/**
 * Erases a person in these surveys, in one transaction, and answers the certificate once no figure and no list shows them
 * any more. What they said against being asked is kept as a hash, so that nobody asks them again. From the disk they go
 * with the night's work.
 */
export async function erasePerson(stores: Stores, wanted: ErasureRequest, actor: Actor): Promise<Erased> {
  const { universe, surveys } = wanted
  // Mail and hits belong to the role of the service alone: they are gone even where the rest has to be tried again.
  const done = await inUniverse(stores.pool, universe, async (client) => {
    const numbers = surveys.map(({ survey }) => survey)
    const traces = await tracesOf(client, universe, numbers, wanted.contact, wanted.sample)
    wanted.check?.(traces)
    const messages = await eraseMail(stores, universe, traces)
    await forgetHits(stores.service, universe, traces.written)
    const interviews: Erasure[] = []
    const attachments = await countOfAlerts(client, universe, traces, 'alert_attachment')
    const replies = await countOfAlerts(client, universe, traces, 'alert_reply')
    let notes = 0
    for (const dictionary of surveys) {
      const isHere = ({ survey }: { readonly survey: number }) => survey === dictionary.survey
      if (traces.samples.some(isHere)) await forgetFiles(client, universe, dictionary.survey)
      const own = traces.interviews.filter(isHere).map(({ id }) => id)
      if (own.length === 0) continue
      notes += await countNotes(client, dictionary, own)
      interviews.push(...(await eraseInterviews(client, dictionary, own, actor.name)))
    }
    const truth = await eraseElsewhere(client, universe, numbers, traces)
    const removed: Count[] = [
      { what: 'interviews', count: interviews.length },
      { what: 'notes', count: notes },
      { what: 'attachments', count: attachments },
      { what: 'replies', count: replies },
      ...truth,
      { what: 'messages', count: messages },
    ]
    const found = new Set([...traces.interviews, ...traces.samples].map(({ survey }) => survey))
    const kept = await keepCertificate(client, universe, [...found], actor.name, removed)
    return { kept, interviews }
  })
  forgetRemembered(stores)
  await untilGone(stores)
  const certificate = certificateOf(done.kept, surveys)
  await record(stores, actor, {
    action: 'data.erase',
    subject: certificate.surveys.join(', '),
    after: { certificate: certificate.certificateId, interviews: done.interviews.length },
  })
  return { certificate, interviews: done.interviews }
}

/** Mail and SMS to the person, and to others about alerts of what the person said. */
async function eraseMail(
  { service }: Stores,
  universe: string,
  { contacts, interviews, samples }: Traces,
): Promise<number> {
  const { rows } = await query(
    service,
    { id: text },
    `with i as (select * from jsonb_to_recordset($2) as i (survey int, id bigint))
     select a.id from alert a join i on (a.survey, a.interview) = (i.survey, i.id) where a.universe = $1
     union all
     select v.id from interview v join i on (v.survey, v.number) = (i.survey, i.id) where v.universe = $1`,
    [universe, JSON.stringify(interviews)],
  )
  const about = rows.map(({ id }) => id)
  const asked = samples.map(({ id }) => id)
  return (
    (await forgetMailTo(service, universe, contacts, about)) + (await forgetSmsTo(service, universe, contacts, asked))
  )
}

async function countNotes(client: pg.PoolClient, { universe, survey }: Dictionary, interviews: readonly string[]) {
  const { rows } = await query(
    client,
    { count: number },
    `select count(*)::int as count from interview_note where universe = $1 and survey = $2 and number = any($3::bigint[])`,
    [universe, survey, interviews],
  )
  return rows[0]?.count ?? 0
}

/** What belongs to alerts about what the person said; it goes with the interviews. */
async function countOfAlerts(
  client: pg.PoolClient,
  universe: string,
  { interviews }: Traces,
  table: 'alert_attachment' | 'alert_reply',
): Promise<number> {
  const { rows } = await query(
    client,
    { count: number },
    `select count(*)::int as count from ${table} f join alert a on (a.universe, a.id) = (f.universe, f.alert)
       join jsonb_to_recordset($2) as i (survey int, id bigint) on (a.survey, a.interview) = (i.survey, i.id)
     where a.universe = $1`,
    [universe, JSON.stringify(interviews)],
  )
  return rows[0]?.count ?? 0
}

/** Samples, consents, and texts of others that name the person: filters that look for them, cells of rejected rows. */
async function eraseElsewhere(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  { contacts, samples, written }: Traces,
): Promise<Count[]> {
  const ids = samples.map(({ id }) => id)
  const count = async (sql: string, values: readonly unknown[]) =>
    (await client.query(sql, [universe, ...values])).rowCount ?? 0
  const events = await count('select from sample_event where universe = $1 and sample = any($2)', [ids])
  const removed = await removeSamples(client, universe, ids)
  const consents = await forgetGivenConsents(client, universe, contacts)
  const filters =
    (await forgetReferences(client, universe, surveys, written)) +
    (await forgetFilters(client, universe, surveys, written)) +
    (await forgetLinks(client, universe, surveys, written)) +
    (await forgetSchedules(client, universe, surveys, written)) +
    (await forgetFormAnswers(client, universe, surveys, written)) +
    (await forgetInCampaigns(client, universe, surveys, written))
  const rejects = await blankRejects(client, universe, surveys, written)
  return [
    { what: 'samples', count: removed },
    { what: 'sampleEvents', count: events },
    { what: 'consents', count: consents },
    { what: 'filters', count: filters },
    { what: 'rejects', count: rejects },
  ]
}

/** Milliseconds that an erasure waits for the figures; where they are away, they leave the person out when they are back. */
const patience = 15_000

const untilGone = (stores: Stores): Promise<void> =>
  Promise.race([catchUp(stores), sleep(patience, undefined, { ref: false })])
