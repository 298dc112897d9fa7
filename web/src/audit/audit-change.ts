import type { AuditEntry } from '@kaiku/contract/audit.ts'

export type AuditChange = { field: string; before: string; after: string }

const nothing = '–'

/** Field by field what an entry changed; fields that stayed as they were are left out. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const [old, now] = [flat(before), flat(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? nothing, after: now.get(field) ?? nothing }))
    .filter((change) => change.before !== change.after)
}

/** `{a: {b: 1}}` becomes `a › b: 1`; a list stays one value. */
function flat(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[path || nothing, said(value)]])
  if (Array.isArray(value)) return new Map([[path || nothing, value.map(said).join(', ')]])
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...flat(inner, path === '' ? key : `${path} › ${key}`)]),
  )
}

/** Texts as they are, the rest as JSON writes it. */
const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
