import type { CrosstabGroup } from '@kaiku/contract/crosstab.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { setValues } from '@kaiku/core/filter-token.ts'
import type { At } from '../drill-path/at.tsx'

/** Where only these groups are left: at their place, with the filters of their answers set. Null where nothing leads there. */
export function withGroups(at: At, groups: readonly CrosstabGroup[]): At | null {
  return groups.reduce<At | null>((from, group) => from && withGroup(from, group), at)
}

function withGroup(at: At, { path, select }: CrosstabGroup): At | null {
  if (select) return { ...at, selection: setValues(at.selection, select.filter, [select.value]) }
  const place = path === null ? null : parsePath(path)
  return place?.ok ? { ...at, path: place.value } : null
}
