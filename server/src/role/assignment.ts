import { grantedNodes } from '@kaiku/contract/role.ts'
import { type Grant, type Permission, permissions } from '@kaiku/core/access.ts'
import { placesKey, withinPlaces } from '@kaiku/core/assignment.ts'
import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, oneOf, query, type Shape, text as textColumn, texts } from '../db/rows.ts'

const rowColumns = {
  userId: textColumn,
  roleId: textColumn,
  source: oneOf('hand', 'rule', 'scim'),
  role: textColumn,
  permissions: texts,
  surveys: nullable(texts),
  limit: json(z.object({ rows: grantedNodes, figures: grantedNodes.nullable() })),
  rows: nullable(json(grantedNodes)),
  figures: nullable(json(grantedNodes)),
} satisfies Shape

/** Who has a role, who gave it, and what it allows them where. */
export type Assignment = {
  readonly userId: string
  readonly roleId: string
  readonly source: 'hand' | 'rule' | 'scim'
  readonly grant: Grant
}
const known = new Set<string>(permissions)
const isPermission = (text: string): text is Permission => known.has(text)

type AssignmentFilter = {
  readonly person?: string | undefined
  readonly role?: string | undefined
  readonly permission?: Permission
}

/** The assignments in a universe, by the names of their roles. Needs a client that may read roles. */
export async function assignmentsIn(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  { person, role, permission }: AssignmentFilter = {},
): Promise<readonly Assignment[]> {
  const { rows } = await query(
    client,
    rowColumns,
    `select m.person as "userId", m.role as "roleId", m.source, r.name as role, r.permissions, r.surveys,
        jsonb_build_object('rows', r.rows, 'figures', r.figures) as limit, m.rows, m.figures
      from role_member m join role r on r.universe = m.universe and r.id = m.role
      where m.universe = $1 and ($2::uuid is null or m.person = $2) and ($3::uuid is null or m.role = $3)
        and ($4::text is null or $4 = any(r.permissions))
      order by r.name, m.rows::text, m.figures::text, m.source, m.person`,
    [universe, person ?? null, role ?? null, permission ?? null],
  )
  return rows.map(({ userId, roleId, source, limit, ...row }) => {
    const own = { rows: row.rows ?? {}, figures: row.figures }
    const places = source === 'hand' ? own : withinPlaces(limit, row.rows, row.figures)
    const granted = row.permissions.filter(isPermission)
    return { userId, roleId, source, grant: { role: row.role, permissions: granted, surveys: row.surveys, ...places } }
  })
}

/** What a person's roles in a universe allow, each once, in the order of the roles' names. */
export async function grantsOf(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  person: string,
): Promise<readonly Grant[]> {
  const all = await assignmentsIn(client, universe, { person })
  return [...new Map(all.map(({ roleId, grant }) => [`${roleId} ${placesKey(grant)}`, grant])).values()]
}
