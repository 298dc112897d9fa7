import type { User } from '@kaiku/contract/user.ts'
import type { UserColumn } from '@kaiku/contract/user-file.ts'
import type { NodesByView } from '@kaiku/core/access.ts'
import { partsOf, plainText, splitText } from '@kaiku/core/assignment.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type ReasonKey, type ReasonValues, reasonText } from '@kaiku/core/reason.ts'
import { refusal } from '@kaiku/core/text.ts'
import { z } from 'zod'
import type { TableRow } from '../file-limit/reader.ts'
import { isUsername } from '../person/person.ts'
import { PlaceFault, type placeFinder } from '../role/named-place.ts'
import { stateOf } from './user-file.ts'

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

export type NamedRole = {
  readonly name: string
  readonly roleId: string
  readonly rows?: NodesByView
  readonly figures?: NodesByView | null
}

/** A role that a file can name, and how its places are found. */
export type KnownRole = Pick<NamedRole, 'name' | 'roleId'> & { readonly find: ReturnType<typeof placeFinder> }

/** What a row says of a user; what it leaves out stays as it is. */
export type Entry = {
  readonly username: string
  readonly email?: string | null
  readonly givenName?: string
  readonly familyName?: string
  readonly locale?: string
  /** Each with its places as far as the row says them. */
  readonly roles?: readonly NamedRole[]
  readonly state?: User['state']
}

const isMail = (text: string) => z.email().max(320).safeParse(text).success
const longestName = 100

/** Throws a `RowFault` for the first cell that cannot be read. */
export function readEntry(
  { cells, fault }: TableRow,
  columns: ReadonlyMap<UserColumn, number>,
  known: ReadonlyMap<string, KnownRole>,
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
    ...(roles !== undefined && { roles: rolesOf({ roles, places: cell('places'), figures: cell('figures') }, known) }),
    ...(read && { state: read }),
  }
}

function nameOf(column: UserColumn, text: string | undefined): string | undefined {
  if (text !== undefined && text.length > longestName)
    throw new RowFault(column, text, 'row.long', { most: longestName })
  return text
}

type Cells = { readonly roles: string; readonly places: string | undefined; readonly figures: string | undefined }

function rolesOf({ roles, places, figures }: Cells, known: ReadonlyMap<string, KnownRole>): NamedRole[] {
  const named = splitText(roles, ';').map(plainText)
  const [rowsOf, figuresOf] = [partsFor('places', places, named.length), partsFor('figures', figures, named.length)]
  return named.map((text, at) => {
    const role = known.get(text.toLowerCase())
    if (role === undefined) throw new RowFault('roles', text, 'row.role')
    const { name, roleId, find } = role
    const nodesOf = (column: 'places' | 'figures', part: string) => found(column, find, part)
    const [own, wider] = [rowsOf?.[at], figuresOf?.[at]]
    return {
      name,
      roleId,
      ...(own !== undefined && { rows: nodesOf('places', own) }),
      ...(wider !== undefined && { figures: wider === '' ? null : nodesOf('figures', wider) }),
    }
  })
}

/** One part for each role; an empty cell is empty for each. Undefined: the file has no such column. */
function partsFor(column: 'places' | 'figures', cell: string | undefined, roles: number): string[] | undefined {
  if (cell === undefined) return undefined
  const parts = cell === '' ? Array.from({ length: roles }, () => '') : partsOf(cell, ';')
  if (parts.length !== roles) throw new RowFault(column, cell, 'row.placesCount', { roles })
  return parts
}

function found(column: 'places' | 'figures', find: KnownRole['find'], part: string): NodesByView {
  try {
    return find(splitText(part, '|').map(plainText))
  } catch (error) {
    if (error instanceof PlaceFault) throw new RowFault(column, error.text, `row.${error.key}`)
    throw error
  }
}
