import type { FilterSelection } from '@kaiku/core/filter-token.ts'
import { CallError } from '../call/send.ts'

const reasons: ReadonlySet<string> = new Set([
  'filter.unknown',
  'filter.value',
  'protected.campaign',
  'protected.filter',
  'protected.filters',
  'protected.places',
])

/** A refusal that is about the filters of the address. */
export const isFilterFault = (error: Error | null): error is CallError =>
  error instanceof CallError && reasons.has(error.reason?.key ?? '')

/** Which filter of the selection was refused; null where the refusal is about several, or about none. */
export function faultyFilterOf(error: Error | null, selection: FilterSelection): string | null {
  if (!isFilterFault(error)) return null
  const told = [...error.details.map(({ place }) => place), error.reason?.values.filter]
  return told.find((one): one is string => typeof one === 'string' && selection.has(one)) ?? null
}
