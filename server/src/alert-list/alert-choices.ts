import type { alertCalls } from '@kaiku/contract/alert.ts'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { pathOf } from '../selection/selection.ts'
import { topNode } from '../selection/visible-node.ts'
import { countColumns } from './alert-list.ts'
import { ofStates, selectAlerts } from './alert-selection.ts'
import { outcomes, shownTo } from './shown-alert.ts'

const countedColumns = {
  open: number,
  inProgress: number,
  waiting: number,
  solved: number,
  overdue: number,
} satisfies Shape

type Calls = typeof alertCalls

/** What alerts may be filtered by and solved with; tags are those of alerts that the viewer may handle. */
export async function alertChoices(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  locale: string,
): Promise<ReplyOf<Calls['choices']>> {
  const shown = shownTo(who, dictionary, locale)
  const { rules, placeRules } = dictionary.definition.alertRules
  const { values, bind } = binder()
  const scope = scopeOf(who, dictionary, 'handleAlerts')
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { tag: text },
      `select distinct tag from alert a cross join unnest(a.tags) as tag
       where a.universe = ${bind(dictionary.universe)} and a.survey = ${bind(dictionary.survey)}
         and ${scopeCondition(scope, bind, 'a.leaves')} order by tag`,
      values,
    ),
  )
  return {
    rules: [...rules, ...placeRules].map(({ id, title }) => ({ id, title: shown.translate(title) })),
    ...outcomes(shown),
    tags: rows.map(({ tag }) => tag),
  }
}

const unsolved = ['open', 'inProgress', 'waiting'] as const

/** The bell: as many alerts as the page that it opens has rows. `now`: milliseconds since 1970. */
export async function myAlerts(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  now: number,
): Promise<ReplyOf<Calls['mine']>> {
  const path = bellPath(who, dictionary)
  const { where, values, bind } = await selectAlerts(stores, who, dictionary, { path, owner: 'me' }, now)
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      countedColumns,
      `select ${countColumns} from alert a where ${where} and ${ofStates([...unsolved], bind)}`,
      values,
    ),
  )
  const [counts] = rows
  const open = unsolved.reduce((sum, state) => sum + (counts?.[state] ?? 0), 0)
  return { open, overdue: counts?.overdue ?? 0, path, states: [...unsolved] }
}

/** All that the viewer handles of the first view, with the survey’s alert filter. */
function bellPath(who: Viewer, dictionary: Dictionary): string {
  const [view] = dictionary.views.values()
  if (!view) throw new TypeError(`survey ${dictionary.survey} has no view`)
  const top = topNode(scopeOf(who, dictionary, 'handleAlerts'), view)
  const laid = layOver(pathOf(view, top), dictionary.definition.settings.alertFilter ?? '')
  return laid.ok ? laid.value : pathOf(view, top)
}
