import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { afterWorkingHours, type WorkingHours } from '@kaiku/core/working-hours.ts'
import type pg from 'pg'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { calendarOf } from './alert-calendar.ts'
import { type Handler, handlersOf, ownerOf } from './alert-owner.ts'
import type { Judged } from './rule-conditions.ts'
import { type Happened, met } from './trigger.ts'

/** What a rule asks for: an alert about one interview. */
export type Raised = {
  readonly rule: AlertRule
  readonly view: string
  readonly interview: Judged
  readonly owner: string | null
  /** Milliseconds since 1970; null: no time is set, or no step follows. */
  readonly dueAt: number | null
  readonly escalateAt: number | null
}

/**
 * The alerts that a survey’s rules ask for after what happened. `momentOf`: when, in milliseconds since 1970; times to
 * be solved count from there.
 */
export async function judge(
  client: pg.Pool | pg.PoolClient,
  service: pg.Pool,
  dictionary: Dictionary,
  happened: readonly Happened[],
  momentOf: (interview: Happened) => number,
  scripts: ConditionScripts,
): Promise<Raised[]> {
  if (!hasRules(dictionary)) return []
  const candidates = await met(client, dictionary, dictionary.definition.alertRules.rules, happened, scripts)
  if (candidates.length === 0) return []
  const handlers = await handlersOf({ service }, dictionary)
  const after = clock()
  const moments = new Map(happened.map((interview) => [interview.number, momentOf(interview)]))
  return candidates.map(({ rule, interview }) => {
    const calendar = calendarOf(dictionary, interview.leaves)
    const moment = moments.get(interview.number) ?? 0
    return raisedBy(dictionary, handlers, rule, interview, (hours) => after(calendar, moment, hours))
  })
}

/** Counts working hours, each sum once: many alerts are raised at the same moment. */
function clock() {
  const known = new Map<WorkingHours, Map<string, number>>()
  return (calendar: WorkingHours, moment: number, hours: number | undefined): number | null => {
    if (hours === undefined) return null
    const sums = known.get(calendar) ?? new Map<string, number>()
    known.set(calendar, sums)
    const key = `${moment} ${hours}`
    const found = sums.get(key) ?? afterWorkingHours(calendar, moment, hours)
    sums.set(key, found)
    return found
  }
}

/** Whether anything in a survey may raise an alert. */
export const hasRules = ({ definition: { settings, alertRules } }: Dictionary): boolean =>
  !settings.protection && alertRules.rules.length > 0

function raisedBy(
  dictionary: Dictionary,
  handlers: readonly Handler[],
  rule: AlertRule,
  interview: Judged,
  after: (hours: number | undefined) => number | null,
): Raised {
  const view = rule.view ?? dictionary.definition.views[0]?.extName ?? ''
  const { leaves } = interview
  return {
    rule,
    view,
    interview,
    owner:
      rule.owner === undefined
        ? null
        : ownerOf(handlers, dictionary, { roles: [rule.owner].flat(), view, leaves, turn: BigInt(interview.number) }),
    dueAt: after(rule.due),
    escalateAt: after(rule.escalation[0]?.after),
  }
}
