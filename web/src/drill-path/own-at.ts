import { parseToken } from '@kaiku/core/filter-token.ts'
import { type At, useAt } from './at.tsx'

/** Where one is, with a component's own filter laid over the selection. */
export function useOwnAt(ownFilter: string | undefined): At {
  const at = useAt()
  const own = parseToken(ownFilter ?? '')
  return own.ok && own.value.size > 0 ? { ...at, selection: new Map([...at.selection, ...own.value]) } : at
}
