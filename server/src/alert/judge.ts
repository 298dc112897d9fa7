import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { afterWorkingHours } from '@kaiku/core/working-hours.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { calendarOf } from './alert-calendar.ts'
import { type Handler, ownerOf } from './alert-owner.ts'
import { type Judged, testOf, testOfPlaces } from './rule-conditions.ts'

export type RuleEvent = AlertRule['on'][number]

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

/** The rules of a survey, ready to look at interviews. */
export type Judge = {
  /** The rules that an interview meets, after what happened to it. */
  rulesFor(interview: Judged, event: RuleEvent): AlertRule[]
}

/** Reads a survey’s rules; a protected survey has none, since an alert tells who answered. */
export function judgeOf(dictionary: Dictionary): Judge {
  const { settings, alertRules } = dictionary.definition
  const judged = (settings.protection ? [] : alertRules.rules).map((rule) => {
    const [when, places] = [testOf(dictionary, rule.when), testOfPlaces(dictionary, rule.places)]
    return { rule, meets: (interview: Judged) => places(interview) && when(interview) }
  })
  return {
    rulesFor: (interview, event) =>
      judged.filter(({ rule, meets }) => rule.on.includes(event) && meets(interview)).map(({ rule }) => rule),
  }
}

/** Whether anything in a survey may raise an alert. */
export const hasRules = ({ definition: { settings, alertRules } }: Dictionary): boolean =>
  !settings.protection && alertRules.rules.length > 0

/** The first day whose interviews are still news on a day. */
export const firstRecent = ({ definition }: Dictionary, today: Day): Day =>
  addDays(today, -definition.alertRules.recentDays)

/** The alert that a rule raises now. `now`: milliseconds since 1970. */
export function raisedBy(
  dictionary: Dictionary,
  handlers: readonly Handler[],
  rule: AlertRule,
  interview: Judged,
  now: number,
): Raised {
  const view = rule.view ?? dictionary.definition.views[0]?.extName ?? ''
  const { leaves } = interview
  const calendar = calendarOf(dictionary, leaves)
  const after = (hours: number | undefined) => (hours === undefined ? null : afterWorkingHours(calendar, now, hours))
  return {
    ...{ rule, view, interview },
    owner:
      rule.owner === undefined
        ? null
        : ownerOf(handlers, dictionary, { role: rule.owner, view, leaves, turn: BigInt(interview.number) }),
    dueAt: after(rule.due),
    escalateAt: after(rule.escalation[0]?.after),
  }
}
