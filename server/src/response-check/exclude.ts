import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { excludeInterviews, restoreInterviews } from '../interview-exclusion/interview-exclusion.ts'
import { scopeOf, withinBoth } from '../selection/scope.ts'
import { lockInterviews, setState, settleRestored } from './response-check.store.ts'
import { seenFinding } from './shown-finding.ts'

/** Where the viewer may open interviews and change what figures are made of. */
const changing = (who: Viewer, dictionary: Dictionary) =>
  withinBoth(scopeOf(who, dictionary, 'seeInterviews'), scopeOf(who, dictionary, 'importData'))

type Asked = {
  /** Ids in addresses. */
  readonly interviews: readonly string[]
  readonly reason: string
  readonly findingId: string | null
}

/**
 * Leaves interviews out of every figure; how many counted until now. Throws Fault `not_found` where one of them, or the
 * finding, is not the viewer’s to change: then none is left out.
 */
export async function exclude(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { interviews, reason, findingId }: Asked,
): Promise<number> {
  if (findingId !== null) await seenFinding(stores, who, dictionary, findingId)
  const scope = changing(who, dictionary)
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const ids = [...new Set(interviews)]
    const numbers = await lockInterviews(client, dictionary, scope, ids)
    if (numbers.length !== ids.length) throw new Fault('not_found', 'There is no such interview.')
    const why = { reason, person: who.userId, finding: findingId }
    const changed = await excludeInterviews(client, dictionary, numbers, why)
    if (findingId !== null && changed > 0)
      await setState(client, dictionary, findingId, { state: 'excluded', note: reason, person: who.userId })
    return changed
  })
}

/** Lets interviews count again; how many did not until now. Throws as `exclude`. */
export async function restore(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  interviews: readonly string[],
): Promise<number> {
  const scope = changing(who, dictionary)
  return inUniverse(stores.pool, dictionary.universe, async (client) => {
    const ids = [...new Set(interviews)]
    const numbers = await lockInterviews(client, dictionary, scope, ids)
    if (numbers.length !== ids.length) throw new Fault('not_found', 'There is no such interview.')
    const changed = await restoreInterviews(client, dictionary, numbers, who.userId)
    await settleRestored(client, dictionary, who.userId)
    return changed
  })
}
