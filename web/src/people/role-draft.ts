import type { Role } from '@kaiku/contract/role.ts'
import type { NodesByView } from '@kaiku/core/access.ts'

type Fields = Omit<Role, 'roleId' | 'members' | 'groups' | 'isAbove' | 'version'>

/** What an administrator can change of a role. */
export type RoleDraft = { [Field in keyof Fields]: Fields[Field] }

export const emptyRole: RoleDraft = {
  name: '',
  description: '',
  permissions: ['seeIndicators'],
  surveys: null,
  rows: {},
  figures: null,
  rules: [],
}

export const roleDraftOf = (role: Role): RoleDraft => {
  const { name, description, permissions, surveys, rows, figures, rules } = role
  return { name, description, permissions, surveys, rows, figures, rules }
}

const inOrder = (texts: readonly string[]) => [...texts].sort((a, b) => (a < b ? -1 : 1))
const ordered = (nodes: NodesByView | null) =>
  nodes && inOrder(Object.entries(nodes).flatMap(([view, paths]) => paths.map((path) => [view, ...path].join())))

const comparable = ({ permissions, rows, figures, surveys, ...rest }: RoleDraft) => ({
  ...rest,
  permissions: [...permissions].sort(),
  rows: ordered(rows),
  figures: ordered(figures),
  surveys: surveys && [...surveys].sort(),
})
const keys = ['name', 'description', 'permissions', 'surveys', 'rows', 'figures', 'rules'] as const

/** The fields in which two drafts differ, whatever the order of what they list. */
export function differingFields(a: RoleDraft, b: RoleDraft): readonly (typeof keys)[number][] {
  const [left, right] = [comparable(a), comparable(b)]
  return keys.filter((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]))
}

const isSamePath = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])

export const hasPlace = (nodes: NodesByView, view: string, path: readonly string[]): boolean =>
  (nodes[view] ?? []).some((own) => isSamePath(own, path))

/** With the place where it is missing, without it where it is there; a view without places does not narrow. */
export function togglePlace(nodes: NodesByView, view: string, path: readonly string[]): Record<string, string[][]> {
  const paths = nodes[view] ?? []
  const left = hasPlace(nodes, view, path) ? paths.filter((own) => !isSamePath(own, path)) : [...paths, path]
  const others = Object.entries(nodes).filter(([name]) => name !== view)
  return copyOf(Object.fromEntries([...others, ...(left.length > 0 ? [[view, left] as const] : [])]))
}

/** As a call takes it. */
export const copyOf = (nodes: NodesByView): Record<string, string[][]> =>
  Object.fromEntries(Object.entries(nodes).map(([view, paths]) => [view, paths.map((path) => [...path])]))
