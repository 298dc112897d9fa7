import { localise } from '@kaiku/core/localised.ts'
import { lineOf, type PlaceIndex, type PlaceNode } from '@kaiku/core/place-tree.ts'
import { fold } from '@kaiku/core/text.ts'

/** A row of the tree; `''` is the root. `at`, `of`: its place among those beside it, from 1. */
export type PlaceRow = {
  readonly id: string
  readonly node: PlaceNode | null
  readonly level: number
  readonly opens: boolean
  readonly isOpen: boolean
  readonly at: number
  readonly of: number
}

/** The rows in sight of a tree of which some places are open, with what lies above what was found. */
export function placeRows(index: PlaceIndex, open: ReadonlySet<string>, shown: ReadonlySet<string> | null): PlaceRow[] {
  const rows: PlaceRow[] = []
  const below = (id: string) => {
    const all = index.below.get(id) ?? []
    return shown ? all.filter((node) => shown.has(node.id)) : all
  }
  const walk = (node: PlaceNode | null, level: number, at: number, of: number) => {
    const id = node?.id ?? ''
    const children = below(id)
    const isOpen = children.length > 0 && (id === '' || open.has(id) || shown !== null)
    rows.push({ id, node, level, opens: children.length > 0, isOpen, at, of })
    if (isOpen) for (const [place, child] of children.entries()) walk(child, level + 1, place + 1, children.length)
  }
  walk(null, 1, 1, 1)
  return rows
}

/** Places whose id, code or name in any language holds a text, and all above them; null: nothing is looked for. */
export function foundPlaces(index: PlaceIndex, query: string): ReadonlySet<string> | null {
  const wanted = fold(query.trim())
  if (wanted === '') return null
  const shown = new Set<string>()
  for (const node of index.byId.values()) {
    const { id, name, codes = [] } = node
    const words = [id, ...codes, ...(typeof name === 'string' ? [name] : Object.values(name))]
    if (words.some((word) => fold(word).includes(wanted))) for (const one of lineOf(index, id)) shown.add(one.id)
  }
  return shown
}

/** What a place is called in a language of its survey: `Finland › Helsinki`. */
export const lineWords = (index: PlaceIndex, id: string, locale: string, own: string): string =>
  lineOf(index, id)
    .map(({ name, id: called }) => localise(name, locale, own) || called)
    .join(' › ')
