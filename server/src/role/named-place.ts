import type { NodesByView } from '@kaiku/core/access.ts'
import type { Places, PlaceTexts } from '@kaiku/core/assignment.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { type ReasonKey, refuse } from '@kaiku/core/reason.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { StoredNode } from '../dictionary/tree.ts'

type Place = { readonly view: string; readonly path: readonly string[] }

/** Why a text names no place. */
export class PlaceFault extends Error {
  readonly text: string
  readonly key: 'place.unknown' | 'place.several'
  constructor(text: string, key: PlaceFault['key']) {
    super(key)
    this.text = text
    this.key = key
  }
}

const above = ' › '
/** Stands for everywhere. */
const anywhere = '*'

/**
 * Finds the places that texts name, in views of these surveys: a path as in addresses (`region,all,fi,kamppi`), or a
 * place's id or name, below others where there are several of it (`Kamppi`, `Helsinki › Kamppi`); `region: Kamppi` in
 * one view. `*` names everywhere.
 */
export function placeFinder(surveys: readonly Dictionary[]): (texts: readonly string[]) => NodesByView {
  let index: ReadonlyMap<string, readonly (Place & { line: readonly StoredNode[] })[]> | null = null
  const find = (text: string): Place => {
    const path = pathIn(surveys, text)
    if (path) return path
    index ??= indexOf(surveys)
    const [, viewName = '', within = ''] = /^([^:]+):(.+)$/.exec(text) ?? []
    const isView = surveys.some(({ views }) => views.has(viewName.trim()))
    const wanted = (isView ? within : text).split(above.trim()).map((part) => fold(part.trim()))
    const found = (index.get(wanted.at(-1) ?? '') ?? []).filter(
      ({ view, line }) => (!isView || view === viewName.trim()) && endsAs(line, wanted),
    )
    const [first, another] = found
    if (!first || another) throw new PlaceFault(text, another ? 'place.several' : 'place.unknown')
    return first
  }
  return (texts) => {
    const nodes: Record<string, (readonly string[])[]> = {}
    for (const text of texts) {
      if (text === anywhere) return {}
      const { view, path } = find(text)
      nodes[view] = [...(nodes[view] ?? []), path]
    }
    return nodes
  }
}

/** The place of a path as addresses write it; null: it is none. */
function pathIn(surveys: readonly Dictionary[], text: string): Place | null {
  const parsed = parsePath(text)
  if (!parsed.ok) return null
  const [name = '', root = '', ...path] = parsed.value
  const isThere = surveys.some(({ views }) => {
    const view = views.get(name)
    return view?.view.root.id === root && view.tree.resolve(path) !== null
  })
  return isThere ? { view: name, path } : null
}

const wordsOf = (name: Localised) => (typeof name === 'string' ? [name] : Object.values(name)).map(fold)
const isCalled = ({ id, name }: StoredNode, wanted: string) => fold(id) === wanted || wordsOf(name).includes(wanted)
const endsAs = (line: readonly StoredNode[], wanted: readonly string[]) => {
  const end = line.slice(-wanted.length)
  return end.length === wanted.length && end.every((node, at) => isCalled(node, wanted[at] ?? ''))
}

/** The places of all views by what they are called, each once. */
function indexOf(surveys: readonly Dictionary[]) {
  const index = new Map<string, (Place & { line: readonly StoredNode[] })[]>()
  const seen = new Set<string>()
  for (const { views } of surveys)
    for (const [view, { tree }] of views)
      for (const { number } of tree.shown.values()) {
        const line = tree.line(number)
        const path = line.map(({ id }) => id)
        const key = JSON.stringify([view, path])
        const last = line.at(-1)
        if (!last || seen.has(key)) continue
        seen.add(key)
        for (const called of new Set([fold(last.id), ...wordsOf(last.name)]))
          index.set(called, [...(index.get(called) ?? []), { view, path, line }])
      }
  return index
}

/** Places as `placeFinder` reads them back; a view that is gone has no root to name. */
export const placeTexts = (nodes: NodesByView, surveys: readonly Dictionary[]): string[] =>
  Object.entries(nodes).flatMap(([view, paths]) => {
    const root = surveys.flatMap(({ views }) => views.get(view)?.view.root.id ?? [])[0] ?? ''
    return paths.map((path) => formatPath([view, root, ...path]))
  })

/** A role and where it is given, as the audit log tells it: `Store manager @ region,all,fi,kamppi (figures: *)`. */
export function assignmentText(
  { name, rows, figures }: Places & { readonly name: string },
  surveys: readonly Dictionary[],
) {
  const [own, wider] = [rows, figures ?? {}].map((nodes) => placeTexts(nodes, surveys).join(' | '))
  return `${name}${own === '' ? '' : ` @ ${own}`}${figures === null ? '' : ` (figures: ${wider || anywhere})`}`
}

/** What a text names of places, as nodes; null, each: it does not say. Throws PlaceFault. */
export function placesRead(surveys: readonly Dictionary[], { places, figures }: PlaceTexts): NamedPlaces {
  const find = placeFinder(surveys)
  return { rows: places && find(places), figures: figures && find(figures) }
}
export type NamedPlaces = { readonly rows: NodesByView | null; readonly figures: NodesByView | null }

/** As `placesRead`, with a Fault `invalid` for a text that names no place. */
export function placesNamed(surveys: readonly Dictionary[], texts: PlaceTexts): NamedPlaces {
  try {
    return placesRead(surveys, texts)
  } catch (error) {
    if (error instanceof PlaceFault) throw refuse('invalid', error.key satisfies ReasonKey, { place: error.text })
    throw error
  }
}
