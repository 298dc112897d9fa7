import { parsePath } from '@kaiku/core/drill-path.ts'
import { setValues } from '@kaiku/core/filter-token.ts'
import type { At } from './at.tsx'

/** A part of the selection: a place, or what a filter is set to. Neither: nothing leads there. */
export type Group = {
  readonly path: string | null
  readonly select: { readonly filter: string; readonly value: string } | null
}

/** Where only these groups are left: at their place, with the filters of their answers set. Null where nothing leads there. */
export function withGroups(at: At, groups: readonly Group[]): At | null {
  return groups.reduce<At | null>((from, group) => from && withGroup(from, group), at)
}

function withGroup(at: At, { path, select }: Group): At | null {
  if (select) return { ...at, selection: setValues(at.selection, select.filter, [select.value]) }
  const place = path === null ? null : parsePath(path)
  return place?.ok ? { ...at, path: place.value } : null
}
