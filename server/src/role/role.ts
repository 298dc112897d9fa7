import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { everywhere, type Places } from '@kaiku/core/assignment.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'

/** Roles that every universe begins with, by name. */
export const usualRoles = {
  Administrator: fullGrant('Administrator'),
  Analyst: {
    ...fullGrant('Analyst'),
    permissions: ['seeIndicators', 'seeComments', 'seeInterviews', 'export', 'editPages'],
  },
  Viewer: { ...fullGrant('Viewer'), permissions: ['seeIndicators', 'seeComments'] },
} as const satisfies Record<string, Grant>

/** Makes a role where there is none of this name; its id. Where it holds is said when it is given. */
export async function ensureRole(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  { role, permissions, surveys }: Pick<Grant, 'role' | 'permissions' | 'surveys'>,
): Promise<string> {
  const found = await query(
    client,
    { id: text },
    `insert into role (universe, name, permissions, surveys) values ($1, $2, $3, $4)
      on conflict (universe, name) do update set name = role.name returning id`,
    [universe, role, permissions, surveys],
  )
  const [row] = found.rows
  if (!row) throw new Error('a role was neither made nor found')
  return row.id
}

/** Gives a member a role by hand, at some places. */
export const giveRole = (
  client: pg.Pool | pg.PoolClient,
  universe: string,
  role: string,
  person: string,
  { rows, figures }: Places = everywhere,
) =>
  client.query(
    `insert into role_member (universe, role, person, source, rows, figures) values ($1, $2, $3, 'hand', $4, $5)
      on conflict do nothing`,
    [universe, role, person, rows, figures],
  )
