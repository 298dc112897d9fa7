import type { Role } from '@kaiku/contract/role.ts'
import { storedNodes } from '@kaiku/contract/role.ts'
import { roleRule } from '@kaiku/contract/role-rule.ts'
import { permissions } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, number, query, type Shape, someOf, text, texts } from '../db/rows.ts'
import { loseByRule } from './role-member.ts'

const storedRoleColumns = {
  description: text,
  roleId: text,
  members: number,
  groups: number,
  version: number,
  name: text,
  permissions: someOf(...permissions),
  surveys: nullable(texts),
  rows: json(storedNodes),
  figures: nullable(json(storedNodes)),
  rules: json(z.array(roleRule)),
} satisfies Shape

export type StoredRole = Omit<Role, 'isAbove'>
export type RoleFields = Omit<StoredRole, 'roleId' | 'members' | 'groups' | 'version'>

const select = `select r.id as "roleId", r.name, r.description, r.permissions, r.surveys, r.rows, r.figures, r.rules,
    r.version, (select count(distinct m.person)::int from role_member m where m.universe = r.universe and m.role = r.id) as members,
    (select count(*)::int from scim_group g where g.universe = r.universe and g.role = r.id) as groups
  from role r where r.universe = $1`

const missing = () => new Fault('not_found', 'There is no such role.')

export async function listRoles(client: pg.PoolClient, universe: string): Promise<StoredRole[]> {
  const { rows } = await query(client, storedRoleColumns, `${select} order by r.name`, [universe])
  return rows
}

/** Throws Fault `not_found`, the same for another universe's role. */
export async function readRole(client: pg.PoolClient, universe: string, id: string): Promise<StoredRole> {
  const { rows } = await query(client, storedRoleColumns, `${select} and r.id = $2`, [universe, id])
  if (!rows[0]) throw missing()
  return rows[0]
}

const values = ({ name, description, permissions, surveys, rows, figures, rules }: RoleFields) => [
  name,
  description,
  permissions,
  surveys,
  JSON.stringify(rows),
  figures === null ? null : JSON.stringify(figures),
  JSON.stringify(rules),
]

/** The new role's id. Throws Fault `conflict` for a name that is taken. */
export async function insertRole(client: pg.PoolClient, universe: string, role: RoleFields): Promise<string> {
  const { rows } = await query(
    client,
    { id: text },
    `insert into role (universe, name, description, permissions, surveys, rows, figures, rules)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (universe, name) do nothing returning id`,
    [universe, ...values(role)],
  )
  if (!rows[0]) throw taken(role)
  return rows[0].id
}

const taken = ({ name }: RoleFields) => refuse('conflict', 'role.taken', { name })

/** Throws Fault `conflict` when the role is not at this version any more, or its new name is taken. */
export async function updateRole(
  client: pg.PoolClient,
  universe: string,
  id: string,
  version: number,
  role: RoleFields,
): Promise<void> {
  const { rowCount: others } = await client.query('select from role where universe = $1 and name = $2 and id <> $3', [
    universe,
    role.name,
    id,
  ])
  if (others) throw taken(role)
  const { rowCount } = await client.query(
    `update role set name = $4, description = $5, permissions = $6, surveys = $7, rows = $8, figures = $9, rules = $10,
      version = version + 1 where universe = $1 and id = $2 and version = $3`,
    [universe, id, version, ...values(role)],
  )
  if (rowCount) {
    if (role.rules.length === 0) await loseByRule(client, universe, id)
    return
  }
  await readRole(client, universe, id)
  throw refuse('conflict', 'role.changed')
}

export async function deleteRole(client: pg.PoolClient, universe: string, id: string): Promise<void> {
  const { rowCount } = await client.query('delete from role where universe = $1 and id = $2', [universe, id])
  if (!rowCount) throw missing()
}

type Named = { readonly username: string; readonly name: string }

/** Names by id, in the order of names. People cross universes, so this reads as the role of sign-in. */
export async function namesOf(service: pg.Pool, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const { rows } = await query(
    service,
    { username: text, name: text, id: text },
    `select id, username, trim(given_name || ' ' || family_name) as name from person where id = any($1)
      order by family_name, given_name, username`,
    [ids],
  )
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

export const renameRole = (client: pg.PoolClient, universe: string, id: string, name: string) =>
  client.query('update role set name = $3, version = version + 1 where universe = $1 and id = $2', [universe, id, name])

/** Lets a role go that permits nothing, and that nobody and no group has. */
export const dropUnusedRole = (client: pg.PoolClient, universe: string, id: string) =>
  client.query(
    `delete from role r where universe = $1 and id = $2 and permissions = '{}' and rules = '[]'
      and not exists (select from role_member m where m.universe = r.universe and m.role = r.id)
      and not exists (select from scim_group g where g.universe = r.universe and g.role = r.id)`,
    [universe, id],
  )
