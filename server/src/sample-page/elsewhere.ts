import type { Sample } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { contactKey } from '@kaiku/core/contact-key.ts'
import { sampleStates } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, numbers, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { reaches } from '../selection/scope-condition.ts'
import { listSurveys } from '../survey/survey.ts'

const interviewColumns = { survey: number, interviewId: text, day: nullable(text), leaves: numbers } satisfies Shape

const otherColumns = {
  survey: number,
  id: text,
  state: oneOf(...sampleStates),
  changedAt: time,
  leaves: numbers,
} satisfies Shape

const messageColumns = { at: time, subject: text, sentAt: nullable(time) } satisfies Shape

type Elsewhere = Pick<Sample, 'interviews' | 'others' | 'messages'>
type Interview = { survey: number; interviewId: string; day: string | null; leaves: readonly number[] }
type Other = { survey: number; id: string; state: Sample['state']; changedAt: Date; leaves: readonly number[] }
const most = 200

/**
 * What the same person was asked and answered in every survey of the universe, as far as the viewer may see it. Without
 * the right to see who somebody is, only what the sample itself answered.
 */
export async function elsewhereOf(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  sample: StoredSample,
  locale: string,
): Promise<Elsewhere> {
  const isKnown = seesPerson(who, dictionary, sample)
  const contacts = isKnown ? writtenContacts(sample) : []
  const found = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    interviews: await interviewsOf(client, dictionary, sample, contacts),
    others: isKnown && sample.contact !== null ? await othersOf(client, dictionary, sample) : [],
  }))
  const surveys = new Map((await listSurveys(stores, dictionary.universe)).map((one) => [one.survey, one]))
  const named = <T extends { survey: number }>(row: T) => {
    const own = surveys.get(row.survey)
    return own
      ? [{ row, own, survey: own.extName, title: translatorOf(own, locale)(own.definition.settings.title) }]
      : []
  }
  return {
    interviews: found.interviews.flatMap(named).flatMap(({ row, own, ...at }) => {
      const isOpen =
        !own.definition.settings.protection &&
        reaches(who, own, 'seeInterviews', row.leaves) &&
        (own === dictionary || reaches(who, own, 'seeContacts', row.leaves))
      return isOpen ? [{ ...at, interviewId: row.interviewId, day: row.day }] : []
    }),
    others: found.others.flatMap(named).flatMap(({ row, own, ...at }) => {
      const isManaged = reaches(who, own, 'manageSamples', row.leaves) && seesPerson(who, own, row)
      return isManaged ? [{ ...at, sampleId: row.id, state: row.state, changedAt: row.changedAt.toISOString() }] : []
    }),
    messages: isKnown ? await messagesTo(stores.service, dictionary.universe, sample.email) : [],
  }
}

/** The ways in which interviews may name the contact: as it was written, and as it is compared. */
export const writtenContacts = ({
  contact,
  email,
  phone,
}: Pick<StoredSample, 'contact' | 'email' | 'phone'>): string[] => {
  const own = [email, phone].filter((written) => written !== null && contactKey(written) === contact)
  return [...new Set([contact, ...own].filter((one) => one !== null))]
}

async function interviewsOf(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  { interview }: StoredSample,
  contacts: readonly string[],
): Promise<readonly Interview[]> {
  const { rows } = await query(
    client,
    interviewColumns,
    `select survey, id as "interviewId", day::text as day, leaves from interview
     where universe = $1 and ((contact = any($2)) or (survey = $3 and number = $4))
     order by day desc nulls last, id desc limit ${most}`,
    [universe, contacts, survey, interview],
  )
  return rows
}

async function othersOf(
  client: pg.PoolClient,
  { universe }: Dictionary,
  { id, contact }: StoredSample,
): Promise<readonly Other[]> {
  const { rows } = await query(
    client,
    otherColumns,
    `select survey, id, state, changed_at as "changedAt", leaves from sample
     where universe = $1 and contact = $2 and id <> $3 order by changed_at desc limit ${most}`,
    [universe, contact, id],
  )
  return rows
}

/** Mail that this universe sent; that to accounts is none of it. */
async function messagesTo(service: pg.Pool, universe: string, email: string | null): Promise<Elsewhere['messages']> {
  if (email === null) return []
  const { rows } = await query(
    service,
    messageColumns,
    `select at, subject, sent_at as "sentAt" from mailbox where universe = $1 and lower(recipient) = lower($2)
     order by id desc limit ${most}`,
    [universe, email],
  )
  return rows.map(({ at, subject, sentAt }) => ({
    at: at.toISOString(),
    subject,
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
