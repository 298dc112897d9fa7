import { grantedNodes } from '@kaiku/contract/role.ts'
import type { Places } from '@kaiku/core/assignment.ts'
import type pg from 'pg'
import { json, nullable, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { NamedPlaces } from './named-place.ts'

type Client = pg.Pool | pg.PoolClient

/** Takes back what was given by hand, at just these places. */
export const takeRole = (client: Client, universe: string, role: string, person: string, { rows, figures }: Places) =>
  client.query(
    `delete from role_member where universe = $1 and person = $2 and role = $3 and source = 'hand'
      and rows = $4 and figures is not distinct from $5::jsonb`,
    [universe, person, role, rows, figures],
  )

/** A role that a rule gives, and the places that were named. */
export type RuledRole = NamedPlaces & { readonly universe: string; readonly id: string }

const changedColumns = {
  universe: text,
  name: text,
  rows: nullable(json(grantedNodes)),
  figures: nullable(json(grantedNodes)),
} satisfies Shape

export type ChangedRole = RowOf<typeof changedColumns>

/** Gives somebody the roles that rules give them now, and takes back those that they give no longer; answers both. */
export async function followRules(service: pg.Pool, person: string, due: readonly RuledRole[]) {
  const asked = 'jsonb_to_recordset($2::jsonb) as d(universe uuid, id uuid, rows jsonb, figures jsonb)'
  const values = [person, JSON.stringify(due)]
  const { rows: gained } = await query(
    service,
    changedColumns,
    `insert into role_member (universe, role, person, source, rows, figures)
      select universe, id, $1, 'rule', rows, figures from ${asked} on conflict do nothing
      returning universe, (select name from role where id = role_member.role)::text as name, rows, figures`,
    values,
  )
  const { rows: lost } = await query(
    service,
    changedColumns,
    `delete from role_member m using role r where r.universe = m.universe and r.id = m.role and m.person = $1
      and m.source = 'rule' and not exists (select from ${asked}
        where d.id = m.role and d.rows is not distinct from m.rows and d.figures is not distinct from m.figures)
      returning m.universe, r.name::text, m.rows, m.figures`,
    values,
  )
  return { gained, lost }
}

/** Without a rule nobody has the role by one any more: what that takes away shows at once, not with the next token. */
export const loseByRule = (client: Client, universe: string, role: string) =>
  client.query(`delete from role_member where universe = $1 and role = $2 and source = 'rule'`, [universe, role])

/** Gives people the role of a directory's group, at the places that the group names. */
export const giveByGroup = (client: Client, universe: string, group: string, people: readonly string[]) =>
  client.query(
    `insert into role_member (universe, role, person, source, scim_group, rows, figures)
      select g.universe, g.role, person, 'scim', g.id, g.rows, g.figures from scim_group g, unnest($3::uuid[]) person
      where g.universe = $1 and g.id = $2 on conflict do nothing`,
    [universe, group, people],
  )

/** Takes back from people what a directory's group gave them. */
export const takeByGroup = (client: Client, universe: string, group: string, people: readonly string[]) =>
  client.query(
    `delete from role_member where universe = $1 and scim_group = $2 and source = 'scim' and person = any($3::uuid[])`,
    [universe, group, people],
  )

/** The group names other places now. */
export const placeGroup = (client: Client, universe: string, group: string, { rows, figures }: NamedPlaces) =>
  client.query('update role_member set rows = $3, figures = $4 where universe = $1 and scim_group = $2', [
    universe,
    group,
    rows,
    figures,
  ])
