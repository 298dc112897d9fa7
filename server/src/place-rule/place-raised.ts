import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import type { Day } from '@kaiku/core/day.ts'
import { afterWorkingHours } from '@kaiku/core/working-hours.ts'
import type { Raising } from '../alert/store-alerts.ts'
import { calendarOf } from '../alert-rule/alert-calendar.ts'
import { type Handler, ownerOf } from '../alert-rule/alert-owner.ts'
import type { PlaceFacts } from '../alert-words/place-facts.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Observed } from './observe.ts'
import { leavesAt, viewOf } from './watched-place.ts'

/** An alert about a node, raised where an episode begins. */
export type PlaceRaised = Raising & {
  readonly rule: PlaceRule
  readonly day: Day
  readonly about: { readonly node: number; readonly facts: PlaceFacts }
}

/** What a rule asks for at a node; times to be solved count from `moment`, in milliseconds since 1970. */
export function placeRaised(
  dictionary: Dictionary,
  handlers: readonly Handler[],
  rule: PlaceRule,
  day: Day,
  { node, facts }: Observed,
  moment: number,
): PlaceRaised {
  const view = viewOf(dictionary, rule)
  if (!view) throw new TypeError(`${rule.id} watches places of no view`)
  const leaves = leavesAt(dictionary, view, node)
  const calendar = calendarOf(dictionary, leaves)
  const after = (hours: number | undefined) => (hours === undefined ? null : afterWorkingHours(calendar, moment, hours))
  const wanted = { roles: [rule.owner ?? []].flat(), view: view.view.extName, leaves, turn: BigInt(node) }
  return {
    rule,
    view: view.view.extName,
    leaves,
    day,
    about: { node, facts },
    owner: ownerOf(handlers, dictionary, wanted),
    dueAt: after(rule.due),
    escalateAt: after(rule.escalation[0]?.after),
  }
}
