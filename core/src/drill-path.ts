import { decodeText, encodeText } from './escape.ts'
import { type FilterSelection, formatToken, parseToken } from './filter-token.ts'
import { type Parsed, refused } from './parsed.ts'

/** View, root node of that view's hierarchy, then one node id per level down. Decoded. */
export type DrillPath = readonly string[]

const rootSegments = 2

/** One level up, never above the view's root. */
export const up = (path: DrillPath): DrillPath => (path.length > rootSegments ? path.slice(0, -1) : path)

/** Reads `region,all,fi`. */
export function parsePath(text: string): Parsed<DrillPath> {
  const path: string[] = []
  let at = 0
  for (const part of text.split(',')) {
    if (part === '') return refused(at, 'empty segment', 'a view and at least its root node')
    const segment = decodeText(part, at)
    if (!segment.ok) return segment
    path.push(segment.value)
    at += part.length + 1
  }
  if (path.length < rootSegments) return refused(text.length, 'path ends at the view', 'a comma and the root node')
  return { ok: true, value: path }
}

export const formatPath = (path: DrillPath): string => path.map(encodeText).join(',')

/** A place and what is selected there. */
export type Filtered = { path: DrillPath; selection: FilterSelection }

/** Reads `region,all,fi;age=1*2`. A semicolon without a token behind it is no filter. */
export function parseFiltered(text: string): Parsed<Filtered> {
  const end = text.indexOf(';')
  const path = parsePath(end < 0 ? text : text.slice(0, end))
  if (!path.ok) return path
  const selection = parseToken(end < 0 ? '' : text.slice(end + 1))
  if (!selection.ok) return { ...selection, position: selection.position + end + 1 }
  return { ok: true, value: { path: path.value, selection: selection.value } }
}

/** A filtered path with a token laid over it: its filters stand in place of those of the same name. */
export function layOver(path: string, token: string): Parsed<string> {
  const [under, over] = [parseFiltered(path), parseToken(token)]
  if (!under.ok) return under
  if (!over.ok) return over
  return { ok: true, value: formatFiltered(under.value.path, new Map([...under.value.selection, ...over.value])) }
}

export function formatFiltered(path: DrillPath, selection: FilterSelection): string {
  const token = formatToken(selection)
  return token === '' ? formatPath(path) : `${formatPath(path)};${token}`
}
