import { grantedNodes } from '@kaiku/contract/role.ts'
import { readAssignment, withinPlaces } from '@kaiku/core/assignment.ts'
import type pg from 'pg'
import { refuseGrantsAbove, refuseRoleAbove } from '../access/own-rights.ts'
import { record } from '../audit/audit.ts'
import { json, nullable, number, query, type Shape, text, texts as textsColumn, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type NamedPlaces, placesNamed } from '../role/named-place.ts'
import { ensureRole } from '../role/role.ts'
import { surveysOf } from '../role/role-check.ts'
import { giveByGroup, placeGroup, takeByGroup } from '../role/role-member.ts'
import { dropUnusedRole, listRoles, readRole, renameRole, type StoredRole } from '../role/stored-role.ts'
import { listSurveys } from '../survey/survey.ts'
import { changeMembers } from '../user/user.ts'
import { badRequest, notThere, ScimFault } from './scim-fault.ts'
import { groupOf, groupUrn, patchedGroup, type ScimGroup } from './scim-group-attribute.ts'
import { actorOf, type Caller, checkVersion, isId, type ScimKind } from './scim-kind.ts'
import { readOperations } from './scim-message.ts'
import { isAsked, type ScimResource, versionOf } from './scim-resource.ts'
import { type Filterable, scimCondition } from './scim-sql.ts'

const rowColumns = {
  rows: nullable(json(grantedNodes)),
  figures: nullable(json(grantedNodes)),
  id: text,
  roleId: text,
  displayName: text,
  externalId: nullable(text),
  createdAt: time,
  changedAt: time,
  membersMark: nullable(text),
  members: nullable(textsColumn),
} satisfies Shape

const ofDirectory = `role_member m where m.universe = g.universe and m.scim_group = g.id and m.source = 'scim'`

const filterable: Filterable = {
  urn: groupUrn,
  columns: new Map([
    ['id', { sql: 'g.id::text', type: 'exact' }],
    ['externalid', { sql: 'g.external_id', type: 'exact' }],
    ['displayname', { sql: 'g.name', type: 'name' }],
    ['meta.created', { sql: 'g.created_at', type: 'time' }],
    ['meta.lastmodified', { sql: 'g.changed_at', type: 'time' }],
    ['meta.resourcetype', { sql: `'Group'`, type: 'text' }],
  ]),
  lists: new Map([
    ['members', { from: ofDirectory, columns: new Map([['value', { sql: 'm.person::text', type: 'exact' }]]) }],
  ]),
}

/** With the places that its name names. */
type Row = NamedPlaces & {
  id: string
  roleId: string
  displayName: string
  externalId: string | null
  createdAt: Date
  changedAt: Date
  /** A placeholder where members are not asked for. */
  membersMark: string | null
  /** Only those that the directory put in. */
  members: string[] | null
}

const groups = 'from scim_group g where g.universe = $1'
const select = (withMembers: boolean) => `select g.id, g.role as "roleId", g.rows, g.figures, g.name as "displayName",
    g.external_id as "externalId", g.created_at as "createdAt", g.changed_at as "changedAt",
    (select md5(string_agg(m.person::text, ',' order by m.person)) from ${ofDirectory}) as "membersMark",
    ${withMembers ? `array(select m.person::text from ${ofDirectory} order by m.person)` : 'null::text[]'} as members ${groups}`

function resourceOf({ id, displayName, externalId, membersMark, ...row }: Row, base: string): ScimResource {
  const content = { schemas: [groupUrn], id, ...(externalId !== null && { externalId }), displayName }
  const members = row.members?.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' }))
  const [created, lastModified] = [row.createdAt.toISOString(), row.changedAt.toISOString()]
  const meta = { resourceType: 'Group', created, lastModified, location: `${base}/Groups/${id}` }
  const version = versionOf([content, meta, membersMark])
  return { ...content, ...(members && { members }), meta: { ...meta, version } }
}

async function find(client: pg.Pool | pg.PoolClient, universe: string, id: string, withMembers = true): Promise<Row> {
  if (!isId(id)) throw notThere()
  const { rows } = await query(client, rowColumns, `${select(withMembers)} and g.id = $2`, [universe, id])
  if (!rows[0]) throw notThere()
  return rows[0]
}

const taken = (name: string) => new ScimFault(409, 'uniqueness', `There is a group “${name}” already.`)

/** Throws ScimFault `invalidValue` for who is no member of the universe; root is in no directory's group. */
async function checkPeople({ service }: Stores, universe: string, ids: readonly string[]): Promise<void> {
  const wrong = ids.find((id) => !isId(id))
  const { rows } = await query(
    service,
    { id: text },
    `select p.id from membership m join person p on p.id = m.person
      where m.universe = $1 and m.person = any($2::uuid[]) and not p.is_root`,
    [universe, ids.filter(isId)],
  )
  const there = new Set(rows.map(({ id }) => id))
  const unknown = wrong ?? ids.find((id) => !there.has(id))
  if (unknown !== undefined) throw badRequest('invalidValue', `There is no user “${unknown}” to be a member.`)
}

/** What a group gives its members: what its role allows, at the places of its name as far as the role lets groups give it. */
async function grantOf(
  client: pg.PoolClient,
  universe: string,
  { roleId, rows, figures }: NamedPlaces & { readonly roleId: string },
) {
  const { name, permissions, surveys, ...limit } = await readRole(client, universe, roleId)
  const places = withinPlaces({ rows: limit.rows, figures: limit.figures }, rows, figures)
  return { role: name, permissions, surveys, ...places }
}

type Meant = NamedPlaces & { readonly role: string; readonly known: StoredRole | null }

/** The role that a group's name means, and its places: `Store manager @ Kamppi | Itis (figures: Uusimaa)`. A role that is called all of it comes first. */
async function meantBy(stores: Stores, client: pg.PoolClient, universe: string, name: string): Promise<Meant> {
  const roles = await listRoles(client, universe)
  const called = (wanted: string) => roles.find((role) => role.name.toLowerCase() === wanted.toLowerCase()) ?? null
  const { role, ...texts } = readAssignment(name)
  const whole = called(name)
  if (whole || (texts.places === null && texts.figures === null))
    return { role: name, known: whole, rows: null, figures: null }
  const known = called(role)
  const surveys = surveysOf({ surveys: known?.surveys ?? null }, await listSurveys(stores, universe))
  return { role, known, ...placesNamed(surveys, texts) }
}

/** A group of a role of that name; where there is none, a role is made that allows nothing yet. */
async function create(stores: Stores, caller: Caller, body: unknown): Promise<ScimResource> {
  const { universe } = caller
  const { displayName, externalId, members } = groupOf(body)
  await checkPeople(stores, universe, [...members])
  const made = await changeMembers(stores, universe, async (client) => {
    const { role, known, ...named } = await meantBy(stores, client, universe, displayName)
    const roleId = known?.roleId ?? (await ensureRole(client, universe, { role, permissions: [], surveys: null }))
    const { rows: found } = await query(
      client,
      { id: text },
      `insert into scim_group (universe, role, name, external_id, rows, figures) values ($1, $2, $3, $4, $5, $6)
        on conflict (universe, name) do nothing returning id`,
      [universe, roleId, displayName, externalId, named.rows, named.figures],
    )
    if (!found[0]) throw taken(displayName)
    await refuseGrantsAbove(stores, caller, [await grantOf(client, universe, { roleId, ...named })])
    await giveByGroup(client, universe, found[0].id, [...members])
    return find(client, universe, found[0].id)
  })
  await record(stores, actorOf(caller), {
    action: 'scim.change',
    subject: made.displayName,
    after: { displayName, externalId, members: [...members] },
  })
  return resourceOf(made, caller.base)
}

async function change(stores: Stores, caller: Caller, id: string, next: (before: ScimGroup) => ScimGroup) {
  const { universe, base } = caller
  const { before, after, added, removed } = await changeMembers(stores, universe, async (client) => {
    // Locks the group: each change starts from what the one before left.
    const { id: group } = await find(client, universe, id, false)
    await client.query('select from scim_group where universe = $1 and id = $2 for update', [universe, group])
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, base))
    const old = new Set(found.members)
    const { displayName, externalId, members } = next({ ...found, members: old })
    const added = [...members].filter((one) => !old.has(one))
    const removed = [...old].filter((one) => !members.has(one))
    await checkPeople(stores, universe, added)
    const had = await grantOf(client, universe, found)
    await rename(stores, client, caller, found, displayName)
    await takeByGroup(client, universe, group, removed)
    await giveByGroup(client, universe, group, added)
    if (added.length + removed.length > 0 || externalId !== found.externalId)
      await client.query('update scim_group set external_id = $3 where universe = $1 and id = $2', [
        universe,
        group,
        externalId,
      ])
    const after = await find(client, universe, id)
    if (differ(found, after)) await refuseGrantsAbove(stores, caller, [had, await grantOf(client, universe, after)])
    return { before: found, after, added, removed }
  })
  if (differ(before, after))
    await record(stores, actorOf(caller), {
      action: 'scim.change',
      subject: after.displayName,
      before: { displayName: before.displayName, externalId: before.externalId, removed },
      after: { displayName: after.displayName, externalId: after.externalId, added },
    })
  return resourceOf(after, base)
}

const differ = (one: Row, other: Row) => resourceOf(one, '').meta.version !== resourceOf(other, '').meta.version

/** Another name says other places, or renames the role, where no other group gives it. */
async function rename(
  stores: Stores,
  client: pg.PoolClient,
  caller: Caller,
  { id, roleId, displayName }: Row,
  name: string,
) {
  const { universe } = caller
  if (name === displayName) return
  const { role, known, rows, figures } = await meantBy(stores, client, universe, name)
  if (known && known.roleId !== roleId) throw taken(role)
  if (!known) {
    const before = await readRole(client, universe, roleId)
    if (before.groups > 1)
      throw new ScimFault(409, 'uniqueness', `Other groups give the role “${before.name}”: rename it in Kaiku first.`)
    await refuseRoleAbove(stores, client, caller, roleId, [before])
    await renameRole(client, universe, roleId, role)
  }
  const { rowCount } = await client.query('select from scim_group where universe = $1 and name = $2 and id <> $3', [
    universe,
    name,
    id,
  ])
  if (rowCount) throw taken(name)
  await client.query('update scim_group set name = $3, rows = $4, figures = $5 where universe = $1 and id = $2', [
    universe,
    id,
    name,
    rows,
    figures,
  ])
  await placeGroup(client, universe, id, { rows, figures })
}

/** The directory takes its members away and lets the role go, which stays when it is of use to anybody else. */
async function remove(stores: Stores, caller: Caller, id: string): Promise<void> {
  const { universe } = caller
  const before = await changeMembers(stores, universe, async (client) => {
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, caller.base))
    await refuseGrantsAbove(stores, caller, [await grantOf(client, universe, found)])
    await client.query('delete from scim_group where universe = $1 and id = $2', [universe, found.id])
    await dropUnusedRole(client, universe, found.roleId)
    return found
  })
  const { displayName, externalId, members } = before
  await record(stores, actorOf(caller), {
    action: 'scim.change',
    subject: displayName,
    before: { displayName, externalId, members },
  })
}

/** Groups: by them a directory gives roles. */
export const scimGroups: ScimKind = {
  urn: groupUrn,

  async list({ service }, { universe, base }, asked) {
    const { filter, startIndex, count } = asked
    const values: unknown[] = [universe]
    const where = filter === null ? '' : ` and ${scimCondition(filter, filterable, values)}`
    const total = await query(service, { n: number }, `select count(*)::int as n ${groups}${where}`, values)
    const { rows } = await query(
      service,
      rowColumns,
      `${select(isAsked('members', asked, groupUrn))}${where}
        order by g.created_at, g.id offset $${values.length + 1} limit $${values.length + 2}`,
      [...values, startIndex - 1, count],
    )
    return { total: total.rows[0]?.n ?? 0, resources: rows.map((row) => resourceOf(row, base)) }
  },

  one: async ({ service }, { universe, base }, id, asked) =>
    resourceOf(await find(service, universe, id, isAsked('members', asked, groupUrn)), base),
  create,
  replace: (stores, caller, id, body) => change(stores, caller, id, ({ externalId }) => groupOf(body, externalId)),
  patch(stores, caller, id, body) {
    const operations = readOperations(body)
    return change(stores, caller, id, (before) => patchedGroup(before, operations))
  },
  remove,
}
