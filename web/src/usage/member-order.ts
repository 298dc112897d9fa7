import type { MemberUsage } from '@kaiku/contract/usage.ts'
import { fold } from '@kaiku/core/text.ts'

export const memberColumns = ['name', 'roles', 'days30', 'days90', 'seen'] as const
export type MemberColumn = (typeof memberColumns)[number]
export type MemberOrder = { readonly column: MemberColumn; readonly desc: boolean }

/** Who is looked for: everybody, who uses Kaiku, who does not, who was never there. */
export const memberStates = ['all', 'active', 'quiet', 'never'] as const
type MemberState = (typeof memberStates)[number]
export type MemberFilter = { readonly search: string; readonly role: string; readonly state: MemberState }

/** Days after which somebody who has not signed in is quiet, where it is not kept on which days they were there. */
const quietDays = 90
const dayMs = 86_400_000

function isOf(state: MemberState, { seenAt, days90, state: membership }: MemberUsage, now: number): boolean {
  if (state === 'all') return true
  if (membership === 'deactivated') return false
  if (state === 'never') return seenAt === null
  const isRecent = seenAt !== null && now - Date.parse(seenAt) < quietDays * dayMs
  const isActive = (days90 ?? 0) > 0 || isRecent
  return state === 'active' ? isActive : !isActive && seenAt !== null
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const roleNames = ({ roles }: MemberUsage) => [...new Set(roles.map(({ name }) => name))].join(', ')
const placeNames = ({ roles }: MemberUsage) =>
  roles.flatMap(({ places }) => places.flatMap(({ names }) => names)).join(' ')

const compare: Record<MemberColumn, (a: MemberUsage, b: MemberUsage) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  roles: (a, b) => collator.compare(roleNames(a), roleNames(b)),
  days30: (a, b) => (a.days30 ?? 0) - (b.days30 ?? 0),
  days90: (a, b) => (a.days90 ?? 0) - (b.days90 ?? 0),
  seen: (a, b) => (a.seenAt ?? '').localeCompare(b.seenAt ?? ''),
}

/** Members found by name, role or place, in order; equals stand by name. `now`: milliseconds since 1970. */
export function membersShown(
  all: readonly MemberUsage[],
  { search, role, state }: MemberFilter,
  { column, desc }: MemberOrder,
  now: number,
): MemberUsage[] {
  const wanted = fold(search.trim())
  const sign = desc ? -1 : 1
  return all
    .filter(
      (one) =>
        isOf(state, one, now) &&
        (role === '' || one.roles.some(({ roleId }) => roleId === role)) &&
        (wanted === '' || fold(`${one.username} ${one.name} ${roleNames(one)} ${placeNames(one)}`).includes(wanted)),
    )
    .sort((a, b) => sign * compare[column](a, b) || compare.name(a, b))
}
