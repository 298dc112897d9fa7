import type { Alert, AlertSummary } from '@kaiku/contract/alert.ts'
import type { AlertEvent } from '@kaiku/contract/alert-event.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { statesAfter } from '@kaiku/core/alert-state.ts'
import { alertOf } from '../alert/find-alert.ts'
import {
  type AlertValues,
  alertColumns,
  alertTables,
  eventsOf,
  fieldsIn,
  type StoredAlert,
  type StoredAlertEvent,
  storedAlertColumns,
} from '../alert/stored-alert.ts'
import { attachmentsOf, shownAttachments } from '../alert-attachment/shown-attachment.ts'
import { outcomes, shownTo, summaries } from '../alert-list/shown-alert.ts'
import { repliesOf, shownReplies } from '../alert-reply/shown-reply.ts'
import { type Speaker, spoken } from '../alert-words/alert-words.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { namesOf } from '../person/person-name.ts'
import { scopeOf } from '../selection/scope.ts'
import { reaches, scopeCondition } from '../selection/scope-condition.ts'
import { sameCustomer } from './same-customer.ts'

/** What an interview raised, as far as the viewer handles it. */
export async function alertsOfInterview(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviewId: string,
  locale: string,
  now: number,
): Promise<AlertSummary[]> {
  const { values, bind } = binder()
  const scope = scopeOf(who, dictionary, 'handleAlerts')
  const sql = `select ${alertColumns} from ${alertTables}
    where a.universe = ${bind(dictionary.universe)} and a.survey = ${bind(dictionary.survey)}
      and i.id = ${bind(interviewId)} and a.withdrawn_at is null and ${scopeCondition(scope, bind, 'a.leaves')}
    order by a.created_at desc, a.id desc limit 20`
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(client, storedAlertColumns, sql, values),
  )
  return summaries(stores, shownTo(who, dictionary, locale), rows, now)
}

/** One alert as the viewer may see it, with everything that happened to it. */
export async function readAlert(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  locale: string,
  now: number,
): Promise<Alert> {
  const { stored, events, attachments, replies } = await inUniverse(
    stores.pool,
    dictionary.universe,
    async (client) => ({
      stored: await alertOf(client, who, dictionary, id),
      events: await eventsOf(client, dictionary.universe, id),
      attachments: await attachmentsOf(client, dictionary.universe, id),
      replies: await repliesOf(client, dictionary.universe, id),
    }),
  )
  const shown = shownTo(who, dictionary, locale)
  const [summary] = await summaries(stores, shown, [stored], now)
  if (!summary) throw new Error('an alert was not shown')
  const { rootCauses, actions } = outcomes(shown)
  const chosen = (list: Alert['actions'], chosenId: string | null) =>
    chosenId === null ? null : (list.find((one) => one.id === chosenId) ?? { id: chosenId, title: chosenId })
  return {
    ...summary,
    survey: dictionary.extName,
    isWithdrawn: stored.withdrawnAt !== null,
    description: stored.description === '' ? '' : spoken(shown, stored, stored.description),
    rootCause: chosen(rootCauses, stored.rootCause),
    action: chosen(actions, stored.action),
    escalation: escalationOf(shown, stored),
    sameCustomer: await sameCustomer(stores, shown, stored),
    nextStates: stored.withdrawnAt === null ? [...statesAfter(stored.state)] : [],
    rootCauses,
    actions,
    attachments: await shownAttachments(stores, attachments),
    replies: await shownReplies(stores, replies, reaches(who, dictionary, 'seeContacts', stored.leaves)),
    timeline: await timelineOf(stores, shown, events),
  }
}

/** What its rule says of an alert that stays open, as the rule is now. */
function escalationOf(
  { dictionary }: Speaker,
  { rule, state, escalated, escalateAt }: StoredAlert,
): Alert['escalation'] {
  const { rules, placeRules } = dictionary.definition.alertRules
  const step = [...rules, ...placeRules].find(({ id }) => id === rule)?.escalation[escalated]
  return state === 'open' && escalateAt !== null && step
    ? { at: escalateAt.toISOString(), role: step.role, how: step.how }
    : null
}

export async function timelineOf(
  stores: Stores,
  shown: Speaker,
  events: readonly StoredAlertEvent[],
): Promise<AlertEvent[]> {
  const owners = events.flatMap(({ before, after }) => [before.owner, after.owner])
  const people = events.flatMap(({ person, mentions }) => [person, ...mentions])
  const names = await namesOf(stores.service, [...people, ...owners.map((owner) => text(owner))])
  const person = (userId: string) => ({ userId, name: names.get(userId) ?? '' })
  const { rootCauses, actions } = outcomes(shown)
  const titles: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    owner: names,
    rootCause: new Map(rootCauses.map(({ id, title }) => [id, title])),
    action: new Map(actions.map(({ id, title }) => [id, title])),
  }
  const said = (field: string, values: AlertValues) => {
    const value = text(values[field])
    return value === null ? null : (titles[field]?.get(value) ?? (field === 'owner' ? '' : value))
  }
  return events.map(({ id, at, kind, person: by, before, after, note, mentions }) => ({
    eventId: id,
    at: at.toISOString(),
    kind,
    by: by === null ? null : person(by),
    changes: fieldsIn({ before, after }).map((field) => ({
      field,
      before: said(field, before),
      after: said(field, after),
    })),
    note,
    mentions: mentions.map(person),
  }))
}

const text = (value: AlertValues[string] | undefined): string | null =>
  value == null || value.length === 0 ? null : typeof value === 'string' ? value : value.join(', ')
