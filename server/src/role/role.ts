import { fullGrant, type Grant, type NodesByView, type Permission, permissions } from '@kaiku/core/access.ts'
import type pg from 'pg'

type Row = {
  name: string
  permissions: readonly string[]
  surveys: readonly string[] | null
  rows: NodesByView
  figures: NodesByView | null
}

const known = new Set<string>(permissions)
const isPermission = (text: string): text is Permission => known.has(text)

/** What a person's roles in a universe allow, in the order of the roles' names. Needs a client that may read roles. */
export async function grantsOf(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  person: string,
): Promise<readonly Grant[]> {
  const { rows } = await client.query<Row>(
    `select distinct r.name, r.permissions, r.surveys, r.rows, r.figures from role_member m
      join role r on r.universe = m.universe and r.id = m.role
      where m.universe = $1 and m.person = $2 order by r.name`,
    [universe, person],
  )
  return rows.map((row) => ({ ...row, role: row.name, permissions: row.permissions.filter(isPermission) }))
}

/** Roles that every universe begins with, by name. */
export const usualRoles = {
  Administrator: fullGrant('Administrator'),
  Analyst: {
    ...fullGrant('Analyst'),
    permissions: ['seeIndicators', 'seeComments', 'seeInterviews', 'export', 'editPages'],
  },
  Viewer: { ...fullGrant('Viewer'), permissions: ['seeIndicators', 'seeComments'] },
} as const satisfies Record<string, Grant>

/** Makes a role where there is none of this name; its id. */
export async function ensureRole(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  { role, permissions: granted, surveys, rows, figures }: Grant,
): Promise<string> {
  const found = await client.query<{ id: string }>(
    `insert into role (universe, name, permissions, surveys, rows, figures) values ($1, $2, $3, $4, $5, $6)
      on conflict (universe, name) do update set name = role.name returning id`,
    [universe, role, granted, surveys, rows, figures],
  )
  const [row] = found.rows
  if (!row) throw new Error('a role was neither made nor found')
  return row.id
}

/** Gives a member a role by hand. */
export const giveRole = (client: pg.Pool | pg.PoolClient, universe: string, role: string, person: string) =>
  client.query(
    `insert into role_member (universe, role, person, source) values ($1, $2, $3, 'hand') on conflict do nothing`,
    [universe, role, person],
  )
