import type { AlertHappening } from '@kaiku/contract/effect-block.ts'
import { alertStates, isReopening } from '@kaiku/core/alert-state.ts'
import type pg from 'pg'
import { z } from 'zod'
import { testOf, testOfPlaces } from '../alert-rule/rule-conditions.ts'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import { noteConditionFaults, openConditions } from '../condition-script/condition-standing.ts'
import { inTransaction } from '../db/postgres.ts'
import { int8, json, nullable, number, numbers, oneOf, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Asked, askFor } from './asked-effect.ts'
import { blocksOn } from './judge-blocks.ts'

const state = z.object({ state: z.enum(alertStates).optional() })

/** What `happeningColumns` read. */
export const happeningShape = {
  id: text,
  alert: text,
  kind: oneOf('created', 'changed'),
  before: json(state),
  after: json(state),
  rule: text,
  interview: nullable(int8),
  answers: nullable(answersColumn),
  contact: nullable(text),
  day: nullable(text),
  leaves: numbers,
  /** The day on which it happened, in the survey’s zone. */
  happenedOn: text,
} satisfies Shape
export type AlertHappened = RowOf<typeof happeningShape>

/** Over entries `e` of timelines, their alerts `a` and interviews `i`; `zone`: the survey’s, as a parameter. */
export const happeningColumns = (zone: string): string =>
  `e.id, e.alert, e.kind, e.before, e.after, a.rule, a.interview, i.answers, i.contact, a.day::text, a.leaves,
   (e.at at time zone ${zone})::date::text as "happenedOn"`
export const happeningTables = `join alert a on a.universe = e.universe and a.id = e.alert and a.withdrawn_at is null
  left join interview i on (i.universe, i.survey, i.number) = (a.universe, a.survey, a.interview)`

/** Null: nothing that blocks answer to. */
function happeningOf({ kind, before, after }: AlertHappened): AlertHappening | null {
  if (kind === 'created') return 'raised'
  if (after.state === undefined || before.state === undefined) return null
  if (isReopening(before.state, after.state)) return 'reopened'
  return after.state === 'open' ? null : after.state
}

/** Which blocks ask for their effects on what became of alerts. Of an alert about a place no condition on answers holds. */
export async function judgeAlerts(
  dictionary: Dictionary,
  blocks: ReturnType<typeof blocksOn<'alert'>>,
  happened: readonly AlertHappened[],
  scripts: ConditionScripts,
): Promise<readonly (Asked & { readonly happened: AlertHappened })[]> {
  const all: (Asked & { readonly happened: AlertHappened })[] = []
  for (const block of blocks) {
    const [when, places] = [testOf(dictionary, block.when), testOfPlaces(dictionary, block.places)]
    const { on, rules } = block.event
    const found = happened.flatMap((one) => {
      const what = happeningOf(one)
      const { id, alert, interview, answers, contact, day, leaves, rule } = one
      if (what === null || !on.includes(what) || (rules.length > 0 && !rules.includes(rule))) return []
      const judged = { number: interview ?? '', answers: answers ?? {}, contact, day, leaves }
      if (!places(judged) || (block.when !== '' && (answers === null || !when(judged)))) return []
      return [{ block, subject: id, interview, alert, sample: null, happened: one }]
    })
    const meeting = await scripts.meeting(
      block.script,
      found.map(({ subject, happened: { answers, day } }) => ({ key: subject, answers, day })),
    )
    all.push(...found.filter(({ subject }) => meeting.has(subject)))
  }
  return all
}

const atOnce = 500

/**
 * Holds what became of alerts against the blocks that answer to it, and takes it away in the same transaction: nothing
 * follows twice, and nothing is left out. Answers how much it was. `now`: milliseconds since 1970.
 */
export const followAlerts = (stores: Stores, now: number): Promise<number> =>
  inTransaction(stores.service, async (client) => {
    const { rows } = await query(
      client,
      { universe: text, id: text, survey: number },
      `select universe, id, survey from effect_event where alert is not null order by id limit ${atOnce} for update skip locked`,
    )
    for (const survey of new Set(rows.map((row) => row.survey))) {
      const ids = rows.filter((row) => row.survey === survey).map(({ id }) => id)
      await followOf(client, await surveyByNumber(stores, survey), ids, now)
    }
    return rows.length
  })

async function followOf(client: pg.PoolClient, dictionary: Dictionary, ids: readonly string[], now: number) {
  const { universe, definition } = dictionary
  const blocks = blocksOn(dictionary, 'alert')
  if (blocks.length > 0) {
    const { rows } = await query(
      client,
      happeningShape,
      `select ${happeningColumns('$3')} from alert_event e ${happeningTables}
       where e.universe = $1 and e.id = any($2) order by e.id`,
      [universe, ids, definition.settings.timeZone],
    )
    const scripts = await openConditions(client, dictionary, blocks)
    await askFor(client, dictionary, await judgeAlerts(dictionary, blocks, rows, scripts), { now })
    await noteConditionFaults(client, dictionary, scripts)
  }
  await client.query('delete from effect_event where universe = $1 and id = any($2)', [universe, ids])
}
