import { interviewsPage } from '../drill-path/at.tsx'
import { useGo } from '../drill-path/go.ts'
import { useOwnAt } from '../drill-path/own-at.ts'
import { useIdentity } from '../session/identity.ts'

/** Opens the interviews that a component's figures are made of; undefined: the viewer may not open any. */
export function useOpenInterviews(ownFilter: string | undefined): (() => void) | undefined {
  const { selection } = useOwnAt(ownFilter)
  const go = useGo()
  const { permissions } = useIdentity()
  return permissions.includes('seeInterviews') ? () => go({ page: interviewsPage, selection }) : undefined
}
