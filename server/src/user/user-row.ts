import type { User } from '@kaiku/contract/user.ts'
import type { UserColumn } from '@kaiku/contract/user-file.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type ReasonKey, type ReasonValues, reasonText } from '@kaiku/core/reason.ts'
import { refusal } from '@kaiku/core/text.ts'
import { z } from 'zod'
import type { TableRow } from '../import/reader.ts'
import { isUsername } from '../person/person.ts'
import { splitRoles, stateOf } from './user-file.ts'

/** Why a row was rejected. */
export class RowFault extends Error {
  readonly column: string
  readonly value: string
  readonly reason: string
  readonly told: { key: string; values: Record<string, string | number> } | null
  constructor(column: string, value: string, key: ReasonKey, values: ReasonValues = {}) {
    super(reasonText(key, values))
    this.column = column
    this.value = value.slice(0, 200)
    this.reason = this.message
    this.told = { key, values: { ...values } }
  }
}

/** What a row says of a user; what it leaves out stays as it is. */
export type Entry = {
  readonly username: string
  readonly email?: string | null
  readonly givenName?: string
  readonly familyName?: string
  readonly locale?: string
  readonly roles?: readonly { readonly name: string; readonly roleId: string }[]
  readonly state?: User['state']
}

const isMail = (text: string) => z.email().max(320).safeParse(text).success
const longestName = 100

/** Throws a `RowFault` for the first cell that cannot be read. */
export function readEntry(
  { cells, fault }: TableRow,
  columns: ReadonlyMap<UserColumn, number>,
  roleIds: ReadonlyMap<string, string>,
): Entry {
  if (fault !== undefined) throw new Fault('invalid', fault)
  const cell = (column: UserColumn) => {
    const at = columns.get(column)
    if (at === undefined) return undefined
    const text = unmarked((cells[at] ?? '').trim()).trim()
    if (refusal(text) !== null) throw new RowFault(column, '', 'row.character')
    return text
  }
  const username = cell('username') ?? ''
  if (username === '') throw new RowFault('username', '', 'row.missing')
  if (!isUsername(username)) throw new RowFault('username', username, 'row.username')
  const email = cell('email')
  if (email && !isMail(email)) throw new RowFault('email', email, 'row.mail')
  const [givenName, familyName] = [nameOf('givenName', cell('givenName')), nameOf('familyName', cell('familyName'))]
  const locale = cell('locale')
  if (locale && !/^[a-z]{2}(-[A-Za-z]{2,8})?$/.test(locale)) throw new RowFault('locale', locale, 'row.language')
  const state = cell('state')
  const read = state ? stateOf(state) : undefined
  if (read === null) throw new RowFault('state', state ?? '', 'row.state')
  const roles = cell('roles')
  return {
    username,
    ...(email !== undefined && { email: email === '' ? null : email }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
    ...(locale && { locale }),
    ...(roles !== undefined && { roles: rolesOf(roles, roleIds) }),
    ...(read && { state: read }),
  }
}

function nameOf(column: UserColumn, text: string | undefined): string | undefined {
  if (text !== undefined && text.length > longestName)
    throw new RowFault(column, text, 'row.long', { most: longestName })
  return text
}

const rolesOf = (cell: string, roleIds: ReadonlyMap<string, string>) =>
  splitRoles(cell).map((name) => {
    const roleId = roleIds.get(name.toLowerCase())
    if (roleId === undefined) throw new RowFault('roles', name, 'row.role')
    return { name, roleId }
  })
