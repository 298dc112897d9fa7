import type { Grant } from '@kaiku/core/access.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Giver, holdAll, type Rights, rightsOf } from '../access/own-rights.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { StoredApiKey } from './api-key.ts'

type Placed = Pick<StoredApiKey, 'path' | 'isAlone'>

/** The path of a key's place, and that of the place around it; both its own where it stands alone or at the root. */
export type Where = { readonly own: string; readonly around: string }

export function whereOf({ path, isAlone }: Placed, { definition }: Dictionary): Where {
  const [first] = definition.views
  const own = path ?? (first ? formatPath([first.extName, first.root.id]) : '')
  const read = parsePath(own)
  const steps = read.ok ? read.value : []
  return { own, around: steps.length > 2 && !isAlone ? formatPath(steps.slice(0, -1)) : own }
}

/** Node ids from below the root, by view; none at the root. */
function nodesOf(path: string): Record<string, string[][]> {
  const read = parsePath(path)
  const [view, , ...ids] = read.ok ? read.value : []
  return view === undefined || ids.length === 0 ? {} : { [view]: [ids] }
}

/** What a screen may see: the figures of the key's place and, to compare, those around it. */
export function screenGrant(key: Placed, survey: Dictionary): Grant {
  const { own, around } = whereOf(key, survey)
  return {
    role: 'big screen',
    permissions: ['seeIndicators'],
    surveys: [survey.extName],
    rows: nodesOf(own),
    figures: nodesOf(around),
  }
}

/** Whether these rights hold all that a key shows, and editing pages there. */
export const holdsKey = (rights: Rights, key: Placed, survey: Dictionary): boolean => {
  const grant = screenGrant(key, survey)
  return holdAll(rights, [{ ...grant, permissions: ['seeIndicators', 'editPages'] }])
}

/**
 * Whether a key of this place has to stand alone, for want of rights around it. Throws the Fault of a place that is not
 * there where its maker may not show it, and Fault `forbidden` for everything.
 */
export async function mustStandAlone(
  stores: Stores,
  giver: Giver,
  survey: Dictionary,
  path: string | null,
): Promise<boolean> {
  const rights = await rightsOf(stores, giver)
  if (holdsKey(rights, { path, isAlone: false }, survey)) return false
  if (path === null) throw refuse('forbidden', 'key.above')
  if (holdsKey(rights, { path, isAlone: true }, survey)) return true
  throw new Fault('not_found', `There is no place "${path}".`)
}
