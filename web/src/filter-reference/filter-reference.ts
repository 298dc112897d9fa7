import { type DrillPath, formatFiltered, parseFiltered } from '@kaiku/core/drill-path.ts'
import { isLong, referenceIn, writtenAs } from '@kaiku/core/filter-reference.ts'
import { type FilterSelection, formatToken } from '@kaiku/core/filter-token.ts'
import { send } from '../call/send.ts'
import { universeOfTab } from '../session/session.ts'

/** Reference → the token that it stands for, as far as this tab has met it. */
const tokens = new Map<string, string>()
/** References that the server knows, by universe and survey. */
const kept = new Set<string>()
const keyOf = (survey: string, reference: string) => JSON.stringify([universeOfTab(), survey, reference])

const written = new WeakMap<FilterSelection, string>()

/** What stands for a selection in addresses: its token, or the reference of a long one. */
function writtenOf(selection: FilterSelection): string {
  const known = written.get(selection)
  if (known !== undefined) return known
  const token = formatToken(selection)
  const text = writtenAs(token)
  if (text !== token) tokens.set(text, token)
  written.set(selection, text)
  return text
}

/** A filtered drill path as addresses and calls have it. */
export function writePath(path: DrillPath, selection: FilterSelection): string {
  const token = writtenOf(selection)
  const place = formatFiltered(path, new Map())
  return token === '' ? place : `${place};${token}`
}

/** The same with its filters in full; a reference that this tab has not met stays. */
export function inFull(drillPath: string): string {
  const found = referenceIn(drillPath)
  const token = found ? tokens.get(found.reference) : undefined
  return found && token !== undefined ? `${found.path};${token}` : drillPath
}

/** The reference that calls about this path name; null where they name none. */
function referenceOf(drillPath: string): string | null {
  const found = referenceIn(drillPath)
  if (found) return found.reference
  const read = isLong(drillPath) ? parseFiltered(drillPath) : null
  return read?.ok ? (referenceIn(writePath(read.value.path, read.value.selection))?.reference ?? null) : null
}

/** Whether tab and server both know what an address selects. */
export function isResolved(survey: string, drillPath: string): boolean {
  const reference = referenceOf(drillPath)
  return reference === null || (tokens.has(reference) && kept.has(keyOf(survey, reference)))
}

/** Until they do. Throws a `CallError` for a reference that is not known, and for what cannot be kept. */
export async function resolveReference(survey: string, drillPath: string): Promise<true> {
  const reference = referenceOf(drillPath)
  if (reference === null || isResolved(survey, drillPath)) return true
  const token = tokens.get(reference)
  if (token === undefined) tokens.set(reference, (await send('filterReference.one', { survey, reference })).token)
  else await send('filterReference.keep', { survey, token })
  kept.add(keyOf(survey, reference))
  return true
}
