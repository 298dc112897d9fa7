import { besides } from './side-view.ts'

type StoredPreview = {
  survey: string
  universe: string
  /** The role that it is seen as, as the header names it; empty: as none. */
  role: string
  /** The address where drafts are written. */
  back: string
}

const key = 'kaiku.preview'

/** Kept for this tab alone, so that another shows what is published. */
function read(): StoredPreview | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : null
    }
    const [survey, universe] = [text('survey'), text('universe')]
    if (survey === null || universe === null) return null
    return { survey, universe, role: text('role') ?? '', back: text('back') ?? '/' }
  } catch {
    return null
  }
}

let kept = read()

/** What this tab shows as drafts would make it, in a universe; null: all as published. */
export const keptPreview = (universe: string): StoredPreview | null =>
  !besides && kept?.universe === universe ? kept : null

/** The survey that this tab shows as its draft would make it, in a universe; null: all as published. */
export const previewInTab = (universe: string): string | null => keptPreview(universe)?.survey ?? null

export function keepPreview(next: StoredPreview | null) {
  kept = next
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden: it holds until the tab loads anew.
  }
}
