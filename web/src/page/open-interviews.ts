import { parseToken } from '@kaiku/core/filter-token.ts'
import { interviewsPage, useAt } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useIdentity } from '../session/signed-in.tsx'

/** Opens the interviews that a component's figures are made of; undefined: the viewer may not open any. */
export function useOpenInterviews(ownFilter: string | undefined): (() => void) | undefined {
  const { selection } = useAt()
  const go = useGo()
  const { permissions } = useIdentity()
  if (!permissions.includes('seeInterviews')) return undefined
  const own = parseToken(ownFilter ?? '')
  const merged = own.ok ? new Map([...selection, ...own.value]) : selection
  return () => go({ page: interviewsPage, selection: merged })
}
