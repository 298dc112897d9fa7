import type { CrosstabCell, CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import type { TFunction } from 'i18next'
import { groupName } from '../crosstab/crosstab-words.ts'
import { usePeek } from '../insight/insight.tsx'
import { usePlace } from '../place/place.queries.ts'

/** What opens the interviews of a part of a split distribution, or says why they are not told; nothing where no filter leads to them. */
export function useOpener(title: string, t: TFunction) {
  const peek = usePeek()
  const { data: place } = usePlace()
  return (groups: readonly CrosstabGroup[], cell: CrosstabCell): (() => void) | undefined => {
    const isReachable = place?.protection || groups.every(({ select, path }) => select !== null || path !== null)
    if (!peek || !isReachable || !cell.n) return undefined
    const names = groups.map((group) => groupName(group, t))
    return () => peek({ title: [title, ...names].join(' · '), groups, n: cell.n })
  }
}
