import { afterWorkingHours } from '@kaiku/core/working-hours.ts'
import type pg from 'pg'
import { tellOfAlert } from '../alert/alert-news.ts'
import { addEvent, storeEscalation } from '../alert/stored-alert.ts'
import { calendarOf } from '../alert-rule/alert-calendar.ts'
import { type Handler, handlersOf, ownerOf } from '../alert-rule/alert-owner.ts'
import { inTransaction } from '../db/postgres.ts'
import { int8, nullable, number, numbers, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'

const lateColumns = {
  id: text,
  rule: text,
  view: text,
  leaves: numbers,
  interview: nullable(int8),
  node: nullable(number),
  owner: nullable(text),
  openedAt: time,
  escalated: number,
  version: number,
} satisfies Shape

type Late = {
  readonly id: string
  readonly rule: string
  readonly view: string
  readonly leaves: readonly number[]
  readonly interview: string | null
  readonly node: number | null
  readonly owner: string | null
  readonly openedAt: Date
  readonly escalated: number
  readonly version: number
}

const atOnce = 200

/**
 * Takes the steps of escalations whose time has come, each once, however many processes do so and wherever they die.
 * Answers how many. `now`: milliseconds since 1970; `universe`: of this one alone.
 */
export async function escalateAlerts(stores: Stores, now: number, universe: string | null = null): Promise<number> {
  const due = new Date(now).toISOString()
  const { rows } = await query(
    stores.service,
    { survey: number },
    'select distinct survey from alert where escalate_at <= $1 and ($2::uuid is null or universe = $2)',
    [due, universe],
  )
  let taken = 0
  for (const { survey } of rows) {
    const dictionary = await surveyByNumber(stores, survey)
    const handlers = await handlersOf(stores, dictionary)
    taken += await inTransaction(stores.service, async (client) => {
      const late = await query(
        client,
        lateColumns,
        `select id, rule, view, leaves, interview, node, owner, opened_at as "openedAt", escalated, version from alert
         where universe = $1 and survey = $2 and escalate_at <= $3 and state = 'open'
         order by escalate_at, id limit ${atOnce} for update skip locked`,
        [dictionary.universe, survey, due],
      )
      for (const alert of late.rows) await takeStep(client, dictionary, handlers, alert)
      return late.rows.length
    })
  }
  return taken
}

async function takeStep(
  client: pg.PoolClient,
  dictionary: Dictionary,
  handlers: readonly Handler[],
  alert: Late,
): Promise<void> {
  const { view, leaves, owner } = alert
  const { rules, placeRules } = dictionary.definition.alertRules
  const steps = [...rules, ...placeRules].find(({ id }) => id === alert.rule)?.escalation ?? []
  const step = steps[alert.escalated]
  const wanted = {
    roles: step ? [step.role] : [],
    view,
    leaves,
    turn: BigInt(alert.interview ?? alert.node ?? 0),
    except: owner,
  }
  const person = step ? ownerOf(handlers, dictionary, wanted) : null
  const isAssigned = person !== null && step?.how === 'assign'
  const next = steps[alert.escalated + 1]
  const calendar = calendarOf(dictionary, leaves)
  await storeEscalation(client, dictionary.universe, alert.id, {
    steps: alert.escalated + 1,
    nextAt: next ? new Date(afterWorkingHours(calendar, alert.openedAt.getTime(), next.after)) : null,
    owner: isAssigned ? person : owner,
    version: isAssigned ? alert.version + 1 : alert.version,
  })
  // Nobody above holds the role, or the rule has no such step any more.
  if (person === null) return
  await addEvent(client, dictionary, alert.id, {
    kind: isAssigned ? 'escalated' : 'notified',
    person: null,
    note: null,
    mentions: [person],
    ...(isAssigned ? { before: { owner }, after: { owner: person } } : { before: {}, after: {} }),
    version: isAssigned ? alert.version + 1 : alert.version,
  })
  await tellOfAlert(client, dictionary, alert)
}
