import type { Permission, Viewer } from '@kaiku/core/access.ts'
import { readDay } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { singleRows } from '../aggregate/single-rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, type StoredView, undated } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { excludedInterview } from '../interview-exclusion/interview-exclusion.ts'
import { quietScopeOf, type Scope, scopeOf, withinBoth } from '../selection/scope.ts'
import { holdsLeaves, reaches, scopePredicate } from '../selection/scope-condition.ts'
import { and, day } from '../selection/sql.ts'
import { scoreColumn, scoreOf, scoresShown } from './interview-rows.ts'

/** An interview that the viewer may open, with what only figures know of it. */
export type OpenedInterview = {
  readonly day: string | null
  /** Its place in each view. */
  readonly leaves: readonly { readonly view: StoredView; readonly leaf: number }[]
  readonly scores: readonly { readonly indicator: string; readonly value: number }[]
  readonly seesPersonal: boolean
  readonly scope: Scope
}

/**
 * Opens one interview by its internal number, through the viewer's scope. Throws Fault `not_found` where there is none
 * that they may open, `forbidden` where the survey is protected. `also`: what else must be permitted at its place. `on`:
 * its day, by which it is found without reading the numbers of all.
 */
export async function openInterview(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  number: string,
  also: Permission = 'seeInterviews',
  on: string | null = null,
): Promise<OpenedInterview> {
  const scope = withinBoth(scopeOf(who, dictionary, 'seeInterviews'), scopeOf(who, dictionary, also))
  if (dictionary.definition.settings.protection) throw refuse('forbidden', 'protected.interviews')
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const conditions = { where: scopePredicate(scope), now: '1', before: null }
  const views = [...dictionary.views.values()]
  const scores = scoresShown({ dictionary })
  // Scores and personal answers are rights of their own, which may hold in other places.
  const visible = scopePredicate(quietScopeOf(who, dictionary, 'seeIndicators'))
  const columns = [
    'toString(day)',
    `toUInt8(${scopePredicate(quietScopeOf(who, dictionary, 'seeContacts'))})`,
    ...views.map(({ column }) => column),
    ...scores.map(({ score }) => scoreColumn(score, visible)),
  ]
  const find = async (more: readonly string[]) => {
    const where = and([...more, `id = ${BigInt(number)}`])
    return (await singleRows(stores.clickhouse, { dictionary, conditions }, columns, { where, limit: 1 }, options))[0]
  }
  // Where its day was put right a moment ago the projection still has it on another one.
  const row = (on === null || readDay(on) === null ? undefined : await find([`day = ${day(on)}`])) ?? (await find([]))
  if (!row) return openExcluded(stores, who, dictionary, number, scope)
  const [held, seesPersonal, ...rest] = row
  const leaves = views.map((view, at) => ({ view, leaf: Number(rest[at]) }))
  return {
    day: held === undated ? null : String(held),
    seesPersonal: Number(seesPersonal) === 1,
    leaves,
    scope,
    scores: scores.flatMap(({ id, score }, at) => scoreOf(id, score, rest[views.length + at])),
  }
}

/** Figures do not know an interview that is left out of them: it is opened as the truth has it, without scores. */
async function openExcluded(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  number: string,
  scope: Scope,
): Promise<OpenedInterview> {
  const kept = await excludedInterview(stores, dictionary, number)
  if (!kept || !holdsLeaves(scope, kept.leaves)) throw new Fault('not_found', 'There is no such interview.')
  return {
    day: kept.day,
    seesPersonal: reaches(who, dictionary, 'seeContacts', kept.leaves),
    leaves: [...dictionary.views.values()].map((view) => ({ view, leaf: kept.leaves[view.number - 1] ?? rootNumber })),
    scope,
    scores: [],
  }
}
