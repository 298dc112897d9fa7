import type { User } from '@kaiku/contract/user.ts'
import { fold } from '@kaiku/core/text.ts'
import { nameOf } from './user-name.ts'

export const userColumns = ['name', 'email', 'roles', 'state', 'seen'] as const
export type UserColumn = (typeof userColumns)[number]
export type UserOrder = { column: UserColumn; desc: boolean }

export type UserFilter = { search: string; role: string; state: '' | User['state'] }

/** The order that an address names, such as `-seen`. */
export function readOrder(text: string | undefined): UserOrder {
  const column = userColumns.find((one) => one === text?.replace(/^-/, ''))
  return column ? { column, desc: text?.startsWith('-') === true } : { column: 'name', desc: false }
}

export const writeOrder = ({ column, desc }: UserOrder) => `${desc ? '-' : ''}${column}`

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const states: readonly User['state'][] = ['active', 'invited', 'deactivated']
const roleNames = ({ roles }: User) => [...new Set(roles.map(({ name }) => name))].join(', ')

const compare: Record<UserColumn, (a: User, b: User) => number> = {
  name: (a, b) => collator.compare(nameOf(a), nameOf(b)),
  email: (a, b) => collator.compare(a.email ?? '', b.email ?? ''),
  roles: (a, b) => collator.compare(roleNames(a), roleNames(b)),
  state: (a, b) => states.indexOf(a.state) - states.indexOf(b.state),
  seen: (a, b) => (a.seenAt ?? '').localeCompare(b.seenAt ?? ''),
}

/** The users that a search and the filters leave, in order; equals stand by name. */
export function usersShown(all: readonly User[], { search, role, state }: UserFilter, order: UserOrder): User[] {
  const wanted = fold(search.trim())
  const found = all.filter(
    (user) =>
      (state === '' || user.state === state) &&
      (role === '' || user.roles.some(({ roleId }) => roleId === role)) &&
      (wanted === '' || fold(`${user.username} ${nameOf(user)} ${user.email ?? ''}`).includes(wanted)),
  )
  const sign = order.desc ? -1 : 1
  return found.sort((a, b) => sign * compare[order.column](a, b) || compare.name(a, b))
}
