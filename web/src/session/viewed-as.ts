import { besides } from './side-view.ts'

type StoredViewAs = { userId: string; universe: string }

const key = 'kaiku.view-as'

/** Kept for this tab alone, so that another goes on as oneself. */
function read(): StoredViewAs | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const [userId, universe]: unknown[] = [Reflect.get(kept, 'userId'), Reflect.get(kept, 'universe')]
    return typeof userId === 'string' && typeof universe === 'string' ? { userId, universe } : null
  } catch {
    return null
  }
}

let kept = read()

/** Through whose eyes this tab, or this frame of it, looks at a universe; null: one's own. */
export const viewedAsInTab = (universe: string): string | null =>
  besides ? besides.userId : kept?.universe === universe ? kept.userId : null

export function keepViewedAs(next: StoredViewAs | null) {
  kept = next
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden: it holds until the tab loads anew.
  }
}
