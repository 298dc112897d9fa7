import type { ReplyOf } from '@kaiku/contract/call.ts'
import {
  type CheckedInterview,
  type FindingState,
  type responseCheckCalls,
  responseCheckLimits,
} from '@kaiku/contract/response-check.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { compactDay } from '@kaiku/core/day.ts'
import { formatFiltered, parseFiltered } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise, type Translate } from '@kaiku/core/localised.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { namesOf } from '../person/person-name.ts'
import { quietScopeOf, type Scope, scopeOf, withinBoth } from '../selection/scope.ts'
import { holdsLeaves } from '../selection/scope-condition.ts'
import { pathOf } from '../selection/selection.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import {
  countExcluded,
  type ListedInterview,
  readChecked,
  readFinding,
  readFindings,
  readInterviews,
  type StoredFinding,
  setState,
} from './response-check.store.ts'

type Calls = typeof responseCheckCalls

/** Where the viewer may see findings: those about scores only where they may see scores, too. */
function reached(who: Viewer, dictionary: Dictionary): (finding: StoredFinding) => boolean {
  const rows = scopeOf(who, dictionary, 'seeInterviews')
  const figures = withinBoth(rows, quietScopeOf(who, dictionary, 'seeIndicators'))
  const [first] = dictionary.views.values()
  return ({ place, detail }) => {
    const leaves: number[] = []
    if (first) leaves[first.number - 1] = place
    return holdsLeaves(
      detail.of === null ? rows : figures,
      Array.from(leaves, (leaf) => leaf ?? rootNumber),
    )
  }
}

const translator =
  ({ definition: { settings } }: Dictionary, locale: string): Translate =>
  (text) =>
    localise(text, locale, settings.locale)

function placeNames(who: Viewer, scope: Scope, view: StoredView | undefined, leaf: number, translate: Translate) {
  if (!view) return []
  const names = view.tree.line(leaf).map(({ name }) => translate(name))
  return shownNames(names, Math.max(0, namesHidden(who, scope, view) - 1))
}

export async function shownFindings(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  locale: string,
): Promise<ReplyOf<Calls['list']>> {
  const isReached = reached(who, dictionary)
  const scope = scopeOf(who, dictionary, 'seeInterviews')
  const { all, checked, excluded } = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    all: await readFindings(client, dictionary),
    checked: await readChecked(client, dictionary),
    excluded: await countExcluded(client, dictionary, scope),
  }))
  const own = all.filter(isReached).slice(0, responseCheckLimits.findings)
  const names = await namesOf(
    stores.service,
    own.map(({ person }) => person),
  )
  const translate = translator(dictionary, locale)
  const [view] = dictionary.views.values()
  return {
    checked: checked && { at: checked.at.toISOString(), interviews: checked.interviews },
    excluded,
    mayExclude: !who.isReadOnly && quietScopeOf(who, dictionary, 'importData').roles?.length !== 0,
    findings: own.map(({ id, detail, place, from, to, person, changedAt, foundAt, interviews, ...rest }) => {
      const question = detail.question === null ? undefined : dictionary.questions.get(detail.question)?.question
      return {
        ...detail,
        ...rest,
        findingId: id,
        place: placeNames(who, scope, view, place, translate),
        path: pathBetween(dictionary, view, place, { from, to }),
        fromDay: from,
        toDay: to,
        questionTitle: question ? translate(question.title) : null,
        interviews: interviews.length,
        by: names.get(person ?? '') ?? '',
        changedAt: changedAt?.toISOString() ?? null,
        foundAt: foundAt.toISOString(),
      }
    }),
  }
}

/** A drill path to a place in some days. */
function pathBetween(
  { definition }: Dictionary,
  view: StoredView | undefined,
  place: number,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (!view) return ''
  const parsed = parseFiltered(`${pathOf(view, place)};ftime=${compactDay(from)}_${compactDay(to)}`)
  return parsed.ok && definition.filters
    ? formatFiltered(parsed.value.path, parsed.value.selection)
    : pathOf(view, place)
}

async function listed(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  rows: readonly ListedInterview[],
  locale: string,
): Promise<CheckedInterview[]> {
  const names = await namesOf(
    stores.service,
    rows.map(({ person }) => person),
  )
  const translate = translator(dictionary, locale)
  const scope = scopeOf(who, dictionary, 'seeInterviews')
  const changing = quietScopeOf(who, dictionary, 'importData')
  const [view] = dictionary.views.values()
  return rows.map(({ id, day, time, leaves, reason, person, excludedAt }) => ({
    interviewId: id,
    day,
    time,
    place: placeNames(who, scope, view, (view && leaves[view.number - 1]) ?? rootNumber, translate),
    exclusion:
      excludedAt === null
        ? null
        : { at: excludedAt.toISOString(), by: names.get(person ?? '') ?? '', reason: reason ?? '' },
    mayExclude: !who.isReadOnly && holdsLeaves(changing, leaves),
  }))
}

/** Throws Fault `not_found` for a finding that the viewer does not see. */
export async function seenFinding(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
): Promise<StoredFinding> {
  const found = await inUniverse(stores.pool, dictionary.universe, (client) => readFinding(client, dictionary, id))
  if (!found || !reached(who, dictionary)(found)) throw new Fault('not_found', 'There is no such finding.')
  return found
}

export async function findingInterviews(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { findingId, locale }: { readonly findingId: string; readonly locale: string },
): Promise<CheckedInterview[]> {
  const { interviews } = await seenFinding(stores, who, dictionary, findingId)
  const scope = scopeOf(who, dictionary, 'seeInterviews')
  const rows = await inUniverse(stores.pool, dictionary.universe, (client) =>
    readInterviews(client, dictionary, scope, interviews, responseCheckLimits.interviews),
  )
  return listed(stores, who, dictionary, rows, locale)
}

export async function excludedInterviews(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  locale: string,
): Promise<CheckedInterview[]> {
  const scope = scopeOf(who, dictionary, 'seeInterviews')
  const rows = await inUniverse(stores.pool, dictionary.universe, (client) =>
    readInterviews(client, dictionary, scope, null, responseCheckLimits.interviews),
  )
  return listed(stores, who, dictionary, rows, locale)
}

export async function sayOfFinding(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  findingId: string,
  { state, note }: { readonly state: FindingState; readonly note: string },
): Promise<void> {
  await seenFinding(stores, who, dictionary, findingId)
  await inUniverse(stores.pool, dictionary.universe, (client) =>
    setState(client, dictionary, findingId, { state, note, person: who.userId }),
  )
}
