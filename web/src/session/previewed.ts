import { besides } from './side-view.ts'

type StoredPreview = { survey: string; universe: string }

const key = 'kaiku.preview'

/** Kept for this tab alone, so that another shows what is published. */
function read(): StoredPreview | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const [survey, universe]: unknown[] = [Reflect.get(kept, 'survey'), Reflect.get(kept, 'universe')]
    return typeof survey === 'string' && typeof universe === 'string' ? { survey, universe } : null
  } catch {
    return null
  }
}

let kept = read()

/** The survey that this tab shows as its draft would make it, in a universe; null: all as published. */
export const previewInTab = (universe: string): string | null =>
  !besides && kept?.universe === universe ? kept.survey : null

export function keepPreview(next: StoredPreview | null) {
  kept = next
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden: it holds until the tab loads anew.
  }
}
