import type { Sample } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { postalFields } from '@kaiku/core/postal-address.ts'
import { sampleStatesAfter } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { translatorOf } from '../alert-words/alert-words.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { shownAnswer } from '../interview-list/shown-answer.ts'
import { namesOf } from '../person/person-name.ts'
import { consentOf } from '../sample/consent.ts'
import {
  eventsOf,
  type StoredSample,
  type StoredSampleEvent,
  sampleColumns,
  sampleShape,
  sampleTables,
} from '../sample/stored-sample.ts'
import { managed } from '../sample-list/sample-selection.ts'
import { samplesShown, seesPerson } from '../sample-list/shown-sample.ts'
import { reaches } from '../selection/scope-condition.ts'
import { elsewhereOf } from './elsewhere.ts'

/** A sample that the viewer manages. Throws Fault `not_found`. `lock`: nobody else changes it until the transaction ends. */
export async function sampleOf(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<StoredSample> {
  const { values, bind } = binder()
  const { rows } = await query(
    client,
    sampleShape,
    `select ${sampleColumns} from ${sampleTables} where ${managed(who, dictionary, bind)} and s.id = ${bind(id)}
     ${lock === 'lock' ? 'for update of s' : ''}`,
    values,
  )
  const [found] = rows
  if (!found) throw new Fault('not_found', 'There is no such sample.')
  return found
}

/** The sample that an interview answers, or null. */
export async function sampleOfInterview(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
): Promise<string | null> {
  const { values, bind } = binder()
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      sampleShape,
      `select ${sampleColumns} from ${sampleTables} where ${managed(who, dictionary, bind)} and i.id = ${bind(interviewId)}`,
      values,
    ),
  )
  const open = rows.find(({ leaves }) => reaches(who, dictionary, 'seeInterviews', leaves))
  return open?.id ?? null
}

/** One sample as the viewer may see it, with all that is known of the person. */
export async function readSample(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  locale: string,
): Promise<Sample> {
  const read = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const stored = await sampleOf(client, who, dictionary, id)
    return {
      stored,
      events: await eventsOf(client, dictionary, id),
      consent: await consentOf(client, dictionary.universe, stored.contact),
    }
  })
  const { stored, consent } = read
  const isKnown = seesPerson(who, dictionary, stored)
  const view = [...dictionary.views.keys()][0] ?? ''
  const translate = translatorOf(dictionary, locale)
  return {
    ...samplesShown(who, dictionary, view, locale)(stored),
    survey: dictionary.extName,
    consent: { ...consent, at: consent.at?.toISOString() ?? null },
    background: [...dictionary.questions.values()].flatMap(({ question }) => {
      if (question.hidden || (!isKnown && !maySeeQuestion({ ...who, grants: [] }, question))) return []
      const answer = shownAnswer(dictionary, question, stored.background[question.id], translate)
      return answer ? [{ id: question.id, title: translate(question.title), answer }] : []
    }),
    nextStates: [...sampleStatesAfter(stored.state)],
    ...(await elsewhereOf(stores, who, dictionary, stored, locale)),
    timeline: await timelineOf(stores, read.events, isKnown),
  }
}

const personal = new Set<string>(['name', 'email', 'phone', ...postalFields, 'contact', 'externalId'])

async function timelineOf(
  stores: Stores,
  events: readonly StoredSampleEvent[],
  isKnown: boolean,
): Promise<Sample['timeline']> {
  const names = await namesOf(
    stores.service,
    events.map(({ person }) => person),
  )
  return events.map(({ id, at, kind, person, before, after }) => ({
    eventId: id,
    at: at.toISOString(),
    kind,
    by: person === null ? null : (names.get(person) ?? ''),
    changes: Object.keys(after)
      .filter((field) => isKnown || !personal.has(field))
      .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
  }))
}
