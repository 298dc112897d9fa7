import type { Viewer } from '@kaiku/core/access.ts'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/**
 * Writes down a look at a protected survey, whatever it is about: many narrow looks may be an attempt to single out a
 * person. Of other surveys only a look through somebody else's eyes is written down.
 */
export async function recordLook(
  stores: Stores,
  who: Viewer,
  address: string,
  { extName, definition }: Pick<Dictionary, 'extName' | 'definition'>,
  seen: { readonly path: string | null; readonly compare?: string; readonly page?: string; readonly key?: string },
): Promise<void> {
  if (!definition.settings.protection && who.viewedAs === undefined) return
  const actor = actorOf(who, address)
  await record(stores, seen.key === undefined ? actor : { ...actor, userId: null }, {
    action: seen.page === undefined ? 'figures.view' : 'page.view',
    subject: extName,
    after: seen,
  })
}
