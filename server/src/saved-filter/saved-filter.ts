import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { may, type Permission, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type FilterSelection, formatToken, parseToken } from '@kaiku/core/filter-token.ts'
import { placeTreeFilter } from '@kaiku/core/place-time.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { choiceOf, findFilter, unknownFilter } from '../selection/filter-door.ts'
import { otherTreesOf, placeTreeOf } from '../selection/other-view.ts'
import { scopeOf } from '../selection/scope.ts'
import {
  deleteSaved,
  type Fields,
  insertSaved,
  type Owner,
  readLast,
  readSaved,
  type StoredFilter,
  updateSaved,
  writeLast,
} from './saved-filter.store.ts'

/** As many as a list is good for. */
const mostSaved = 200
// Whether a value can be read does not depend on the day.
const anyDay = '2000-01-01'

/** What `use` answers, or null where it throws a Fault. */
function unlessRefused<T>(use: () => T): T | null {
  try {
    return use()
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Whether a viewer may make filters for everybody of a survey: who edits its pages or its configuration there. */
const mayShare = (who: Viewer, dictionary: Dictionary): boolean =>
  (['editPages', 'editConfiguration'] satisfies Permission[]).some(
    (permission) => may[permission](who) && unlessRefused(() => [scopeOf(who, dictionary, permission)]) !== null,
  )

/** Throws the Fault of a filter that is not there, that the viewer may not use, or whose values mean nothing. */
function refuseUnusable(who: Viewer, dictionary: Dictionary, name: string, values: readonly string[]): void {
  if (name === placeTreeFilter) {
    refuseTree(dictionary, values)
    return
  }
  const found = findFilter(dictionary, name)
  if (!found || (found.stored && !maySeeQuestion(who, found.stored.question))) throw unknownFilter(name)
  choiceOf(dictionary, found, values, anyDay)
}

/** Filters are kept for every view: a plan is one of any of them. */
function refuseTree(dictionary: Dictionary, values: readonly string[]): void {
  const tree = placeTreeOf(values)
  const isThere = [...dictionary.views.values()].some(({ view }) => {
    const { history, plans } = otherTreesOf(dictionary, view)
    return tree.by === 'plan' ? plans.some(({ id }) => id === tree.plan) : history
  })
  if (!isThere) throw unknownFilter(placeTreeFilter)
}

function selectionOf(token: string): FilterSelection {
  const parsed = parseToken(token)
  if (parsed.ok) return parsed.value
  throw refuse('invalid', 'filter.unreadable', {}, [
    { place: `position ${parsed.position + 1}`, expected: parsed.expected, found: parsed.message },
  ])
}

/** The token of what is kept under a name. Throws Fault `invalid` where nothing would be kept. */
function tokenToStore(who: Viewer, dictionary: Dictionary, { token, asShown }: Fields): string {
  if (token !== '' || asShown !== null) return checkedToken(who, dictionary, token)
  throw refuse('invalid', 'filter.nothing', {}, [{ place: 'token', expected: 'filters', found: '' }])
}

/** The token in its one form. Throws Fault `invalid` for what the viewer cannot filter by. */
export function checkedToken(who: Viewer, dictionary: Dictionary, token: string): string {
  const selection = selectionOf(token)
  for (const [name, values] of selection) refuseUnusable(who, dictionary, name, values)
  return formatToken(selection)
}

const ownerOf = (who: Viewer, { survey }: Dictionary): Owner => ({ universe: who.universe, survey, person: who.userId })

const shown = (who: Viewer, dictionary: Dictionary, { person, ...kept }: StoredFilter): SavedFilter => ({
  ...kept,
  isOwn: kept.isShared ? mayShare(who, dictionary) : person === who.userId,
  isUsable: unlessRefused(() => checkedToken(who, dictionary, kept.token)) !== null,
})

/**
 * What a viewer has kept and what is shared, and what they filtered by last, as far as it can still be used. A shared
 * one that the viewer may not use is not there: its very values may tell what the viewer may not see.
 */
export async function listSavedFilters({ pool }: Stores, who: Viewer, dictionary: Dictionary) {
  const owner = ownerOf(who, dictionary)
  const [kept, last] = await inUniverse(pool, who.universe, async (client) => [
    await readSaved(client, owner),
    await readLast(client, owner),
  ])
  const saved = kept.map((one) => shown(who, dictionary, one)).filter(({ isOwn, isUsable }) => isOwn || isUsable)
  const usable = [...selectionOf(last)].filter(
    ([name, values]) => unlessRefused(() => [refuseUnusable(who, dictionary, name, values)]) !== null,
  )
  return { saved, last: formatToken(new Map(usable)), mayShare: mayShare(who, dictionary) }
}

/** Keeps filters under a name. Throws Fault `forbidden` for sharing without the right, `conflict` for a name in use. */
export async function createSavedFilter(
  { pool }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  fields: Fields,
): Promise<SavedFilter> {
  if (fields.isShared) refuseSharing(who, dictionary)
  const token = tokenToStore(who, dictionary, fields)
  const owner = ownerOf(who, dictionary)
  const kept = await inUniverse(pool, who.universe, async (client) => {
    if ((await readSaved(client, owner)).length >= mostSaved)
      throw refuse('invalid', 'filter.savedMost', { most: mostSaved })
    return insertSaved(client, owner, { ...fields, token })
  })
  if (!kept) throw new Error('filters were not kept')
  return shown(who, dictionary, kept)
}

/** Changes kept filters. Throws Fault `not_found` for somebody else's, `conflict` when they were changed meanwhile. */
export async function saveSavedFilter(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  fields: Fields & Pick<StoredFilter, 'savedFilterId' | 'version'>,
): Promise<SavedFilter> {
  const before = await changeable(stores, who, dictionary, fields.savedFilterId)
  if (fields.isShared) refuseSharing(who, dictionary)
  const isSame = before.token === fields.token && before.asShown === fields.asShown
  const token = isSame ? before.token : tokenToStore(who, dictionary, fields)
  const kept = await inUniverse(stores.pool, who.universe, (client) =>
    updateSaved(client, ownerOf(who, dictionary), { ...fields, token }),
  )
  if (!kept) throw refuse('conflict', 'filter.savedChanged')
  return shown(who, dictionary, kept)
}

/** Throws Fault `not_found` for somebody else's. */
export async function removeSavedFilter(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
): Promise<void> {
  await changeable(stores, who, dictionary, id)
  await inUniverse(stores.pool, who.universe, (client) => deleteSaved(client, ownerOf(who, dictionary), id))
}

/** The kept filters of an id, which the viewer may change. */
async function changeable({ pool }: Stores, who: Viewer, dictionary: Dictionary, id: string): Promise<StoredFilter> {
  const all = await inUniverse(pool, who.universe, (client) => readSaved(client, ownerOf(who, dictionary)))
  const found = all.find(({ savedFilterId }) => savedFilterId === id)
  if (!found) throw new Fault('not_found', 'There are no such filters.')
  if (found.isShared) refuseSharing(who, dictionary)
  return found
}

function refuseSharing(who: Viewer, dictionary: Dictionary) {
  if (!mayShare(who, dictionary)) throw new Fault('forbidden', 'You may not change what is shared.')
}

/** Remembers what the viewer filters by. */
export async function rememberFilters(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  token: string,
): Promise<void> {
  const written = checkedToken(who, dictionary, token)
  await inUniverse(stores.pool, who.universe, (client) => writeLast(client, ownerOf(who, dictionary), written))
}
