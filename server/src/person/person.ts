import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { bool, nullable, query, type Shape, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { checkPassword, hashPassword } from './password.ts'

const personColumns = {
  id: textColumn,
  username: textColumn,
  email: nullable(textColumn),
  givenName: textColumn,
  familyName: textColumn,
  locale: textColumn,
  theme: textColumn,
  isRoot: bool,
  isDeactivated: bool,
  passwordHash: nullable(textColumn),
} satisfies Shape

/** Somebody with an account, in whatever universes. */
export type Person = {
  readonly id: string
  readonly username: string
  readonly email: string | null
  readonly givenName: string
  readonly familyName: string
  readonly locale: string
  readonly theme: string
  readonly isRoot: boolean
  readonly isDeactivated: boolean
  readonly passwordHash: string | null
}

const columns = `id, username, email, given_name as "givenName", family_name as "familyName", locale, theme,
  is_root as "isRoot", deactivated_at is not null as "isDeactivated", password_hash as "passwordHash"`

type Service = { readonly service: pg.Pool | pg.PoolClient }

const one = async ({ service }: Service, where: string, value: string): Promise<Person | null> => {
  const { rows } = await query(service, personColumns, `select ${columns} from person where ${where}`, [value])
  return rows[0] ?? null
}

export const personById = (stores: Service, id: string) => one(stores, 'id = $1', id)

/** By user name or, where it is one account's only, by mail address; in any case. */
export async function personByName(stores: Stores, name: string): Promise<Person | null> {
  const named = await one(stores, 'username = $1', name)
  if (named || !name.includes('@')) return named
  const { rows } = await query(
    stores.service,
    personColumns,
    `select ${columns} from person where email = $1 limit 2`,
    [name],
  )
  return rows.length === 1 ? (rows[0] ?? null) : null
}

export type NewPerson = {
  readonly username: string
  readonly email?: string | null
  readonly givenName?: string
  readonly familyName?: string
  readonly locale?: string
  readonly isRoot?: boolean
  /** Absent: the person chooses one by a mailed link, or signs in elsewhere. */
  readonly password?: string
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u

/** Whether a text can be somebody's user name. */
export const isUsername = (text: string): boolean => namePattern.test(text)

/** Throws Fault `invalid` for a name or password that cannot be used, `conflict` for a user name that is taken. */
export async function createPerson({ service }: Service, wanted: NewPerson): Promise<Person> {
  const { username, email = null, givenName = '', familyName = '', locale = 'en', isRoot = false, password } = wanted
  if (!isUsername(username)) throw refuse('invalid', 'user.name', { name: username })
  if (password !== undefined) await checkPassword(password, username, [email ?? '', givenName, familyName])
  const { rows } = await query(
    service,
    personColumns,
    `insert into person (username, email, given_name, family_name, locale, is_root, password_hash, password_at)
      values ($1, $2, $3, $4, $5, $6, $7, case when $7::text is null then null else now() end)
      on conflict (username) do nothing returning ${columns}`,
    [
      username,
      email,
      givenName,
      familyName,
      locale,
      isRoot,
      password === undefined ? null : await hashPassword(password),
    ],
  )
  if (!rows[0]) throw refuse('conflict', 'user.taken', { name: username })
  return rows[0]
}

/** Throws Fault `invalid` with what is wrong with a new password of somebody, whose universes a guesser knows. */
export async function checkNewPassword({ service }: Stores, person: Person, password: string): Promise<void> {
  const { rows } = await query(
    service,
    { name: textColumn, title: textColumn },
    'select u.name, u.title from membership m join universe u on u.id = m.universe where m.person = $1',
    [person.id],
  )
  const { username, email, givenName, familyName } = person
  const words = [email ?? '', givenName, familyName, ...rows.flatMap(({ name, title }) => [name, title])]
  await checkPassword(password, username, words)
}

/** Sets a new password, hashed, and nothing else. */
export const storePassword = ({ service }: Service, { id }: Person, hashed: string) =>
  service.query('update person set password_hash = $2, password_at = now() where id = $1', [id, hashed])

const fieldColumns = {
  username: 'username',
  email: 'email',
  givenName: 'given_name',
  familyName: 'family_name',
  locale: 'locale',
  theme: 'theme',
} as const
const fieldNames = Object.keys(fieldColumns) as (keyof typeof fieldColumns)[]

/** Changes what is said of a person; what is absent stays. */
export async function changePerson(
  service: pg.Pool | pg.PoolClient,
  id: string,
  fields: { readonly [field in keyof typeof fieldColumns]?: string | null },
): Promise<void> {
  const named = fieldNames.filter((field) => fields[field] !== undefined)
  await service.query(
    `update person set ${named.map((field, at) => `${fieldColumns[field]} = $${at + 2}`).join()} where id = $1`,
    [id, ...named.map((field) => fields[field])],
  )
}

export const removePerson = (service: pg.Pool | pg.PoolClient, id: string) =>
  service.query('delete from person where id = $1', [id])

/** Removes the accounts of these, but never root’s; how many. */
export async function removePeople(client: pg.PoolClient, ids: readonly string[]): Promise<number> {
  const { rowCount } = await client.query('delete from person where id = any($1) and not is_root', [ids])
  return rowCount ?? 0
}

/** Removes somebody who is a member of no universe any more, so that the name is free again. */
export const removeStranded = (service: pg.Pool | pg.PoolClient, id: string) =>
  service.query(
    `delete from person p where id = $1 and not is_root
      and not exists (select from membership m where m.person = p.id)`,
    [id],
  )

/** Makes the person a member of a universe, or an active one again. */
export async function addMember(client: pg.Pool | pg.PoolClient, universe: string, person: string): Promise<void> {
  await client.query(
    `insert into membership (universe, person) values ($1, $2)
      on conflict (universe, person) do update set state = 'active'`,
    [universe, person],
  )
}

/** Makes an invited member active; who was deactivated stays so. */
export async function welcome(service: pg.Pool | pg.PoolClient, universe: string, person: string): Promise<void> {
  await service.query(
    `update membership set state = 'active' where universe = $1 and person = $2 and state = 'invited'`,
    [universe, person],
  )
}
