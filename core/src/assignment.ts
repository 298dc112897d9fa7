import type { Grant, NodesByView, Permission } from './access.ts'
import { covers } from './covers.ts'

/** Where somebody has a role. */
export type Places = Pick<Grant, 'rows' | 'figures'>
export const everywhere: Places = { rows: {}, figures: null }

const keyOfPath = (path: readonly string[]) => JSON.stringify(path)
const keyOfNodes = (nodes: NodesByView | null) =>
  nodes &&
  Object.entries(nodes)
    .map(([view, paths]) => [view, ...[...new Set(paths.map(keyOfPath))].sort()])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))

/** The same for the same places, whatever their order. */
export const placesKey = ({ rows, figures }: Places): string => JSON.stringify([keyOfNodes(rows), keyOfNodes(figures)])

const isWithin = (path: readonly string[], top: readonly string[]) =>
  top.length <= path.length && top.every((id, at) => path[at] === id)

/**
 * The named places as far as they lie within a limit; null: none is named, so all of the limit. `wider`: where figures
 * reach, likewise within where the limit lets them; null: it is not said.
 */
export const withinPlaces = (limit: Places, named: NodesByView | null, wider: NodesByView | null = null): Places => ({
  rows: within(limit.rows, named ?? {}),
  figures: wider === null ? limit.figures : within(limit.figures ?? limit.rows, wider),
})

const within = (limit: NodesByView, named: NodesByView): NodesByView => ({
  ...limit,
  ...Object.fromEntries(
    Object.entries(named).map(([view, paths]) => [
      view,
      paths.filter((path) => limit[view]?.some((top) => isWithin(path, top)) ?? true),
    ]),
  ),
})

type What = { readonly permissions: readonly Permission[]; readonly surveys: readonly string[] | null }

/** Whether own grants hold all that a role allows somewhere, so that it can be given at some place at least. */
export const holdsSomewhere = (own: readonly Grant[], { permissions, surveys }: What): boolean =>
  covers(
    own.map((grant) => ({ ...grant, ...everywhere })),
    [{ role: '', permissions, surveys, ...everywhere }],
  )

/** The places that a text names, and where figures reach further; null, each: it does not say. */
export type PlaceTexts = { readonly places: readonly string[] | null; readonly figures: readonly string[] | null }
/** What a text says of a role and its places: `Store manager @ Kamppi | Itis (figures: Uusimaa)`. */
export type AssignmentText = PlaceTexts & { readonly role: string }

const mark = ' @ '
const wider = ' (figures:'

/** Reads a role behind whose last “ @ ” its places stand, and behind them in brackets where figures reach further. */
export function readAssignment(text: string): AssignmentText {
  const end = text.trimEnd()
  const from = end.endsWith(')') ? end.lastIndexOf(wider) : -1
  const figures = from < 0 ? [] : splitText(end.slice(from + wider.length, -1), '|')
  const rest = figures.length === 0 ? text : end.slice(0, from)
  const at = rest.lastIndexOf(mark)
  const places = at < 0 ? [] : splitText(rest.slice(at + mark.length), '|')
  return {
    role: (places.length === 0 ? rest : rest.slice(0, at)).trim(),
    places: places.length === 0 ? null : places.map(plainText),
    figures: figures.length === 0 ? null : figures.map(plainText),
  }
}

/** Parts between a sign, trimmed, the empty ones left out; a sign behind a backslash is part of the text. */
export const splitText = (text: string, sign: '|' | ';'): string[] => partsOf(text, sign).filter((part) => part !== '')

/** As `splitText`, with the empty parts. */
export function partsOf(text: string, sign: '|' | ';'): string[] {
  const parts = ['']
  for (const [piece] of text.matchAll(/\\[\s\S]|[\s\S]/gu))
    if (piece === sign) parts.push('')
    else parts[parts.length - 1] += piece
  return parts.map((part) => part.trim())
}

/** Without the backslashes that `splitText` minds. */
export const plainText = (part: string): string => part.replace(/\\([\s\S])/gu, '$1')
export const escapedText = (text: string): string => text.replace(/[\\;|]/g, (sign) => `\\${sign}`)
