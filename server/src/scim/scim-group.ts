import type pg from 'pg'
import { refuseRoleIdsAbove } from '../access/own-rights.ts'
import { record } from '../audit/audit.ts'
import type { Stores } from '../stores.ts'
import { changeMembers } from '../user/user.ts'
import { badRequest, notThere, ScimFault } from './scim-fault.ts'
import { groupOf, groupUrn, patchedGroup, type ScimGroup } from './scim-group-attribute.ts'
import { actorOf, type Caller, checkVersion, isId, type ScimKind } from './scim-kind.ts'
import { readOperations } from './scim-message.ts'
import { isAsked, type ScimResource, versionOf } from './scim-resource.ts'
import { type Filterable, scimCondition } from './scim-sql.ts'

const ofDirectory = `role_member g where g.universe = r.universe and g.role = r.id and g.source = 'scim'`

const filterable: Filterable = {
  urn: groupUrn,
  columns: new Map([
    ['id', { sql: 'r.id::text', type: 'exact' }],
    ['externalid', { sql: 'r.external_id', type: 'exact' }],
    ['displayname', { sql: 'r.name', type: 'name' }],
    ['meta.created', { sql: 'r.created_at', type: 'time' }],
    ['meta.lastmodified', { sql: 'r.changed_at', type: 'time' }],
    ['meta.resourcetype', { sql: `'Group'`, type: 'text' }],
  ]),
  lists: new Map([
    ['members', { from: ofDirectory, columns: new Map([['value', { sql: 'g.person::text', type: 'exact' }]]) }],
  ]),
}

type Row = {
  id: string
  displayName: string
  externalId: string | null
  createdAt: Date
  changedAt: Date
  /** Stands for the members where they are not read. */
  membersMark: string | null
  /** Only those that the directory put in. */
  members: string[] | null
}

const groups = 'from role r where r.universe = $1 and r.is_group'
const select = (withMembers: boolean) => `select r.id, r.name as "displayName", r.external_id as "externalId",
    r.created_at as "createdAt", r.changed_at as "changedAt",
    (select md5(string_agg(g.person::text, ',' order by g.person)) from ${ofDirectory}) as "membersMark",
    ${withMembers ? `array(select g.person::text from ${ofDirectory} order by g.person)` : 'null'} as members ${groups}`

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
  const { rows } = await client.query<Row>(`${select(withMembers)} and r.id = $2`, [universe, id])
  if (!rows[0]) throw notThere()
  return rows[0]
}

const taken = (name: string) => new ScimFault(409, 'uniqueness', `There is a group “${name}” already.`)

/** Throws ScimFault `invalidValue` for who is no member of the universe; root is in no directory's group. */
async function checkPeople({ service }: Stores, universe: string, ids: readonly string[]): Promise<void> {
  const wrong = ids.find((id) => !isId(id))
  const { rows } = await service.query<{ id: string }>(
    `select p.id from membership m join person p on p.id = m.person
      where m.universe = $1 and m.person = any($2::uuid[]) and not p.is_root`,
    [universe, ids.filter(isId)],
  )
  const there = new Set(rows.map(({ id }) => id))
  const unknown = wrong ?? ids.find((id) => !there.has(id))
  if (unknown !== undefined) throw badRequest('invalidValue', `There is no user “${unknown}” to be a member.`)
}

const addMembers = (client: pg.PoolClient, universe: string, role: string, people: readonly string[]) =>
  client.query(
    `insert into role_member (universe, role, person, source) select $1, $2, person, 'scim' from unnest($3::uuid[]) person
      on conflict do nothing`,
    [universe, role, people],
  )

/** A role of the same name becomes the group; else a role is made that allows nothing yet. */
async function create(stores: Stores, caller: Caller, body: unknown): Promise<ScimResource> {
  const { universe } = caller
  const { displayName, externalId, members } = groupOf(body)
  await checkPeople(stores, universe, [...members])
  const made = await changeMembers(stores, universe, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into role (universe, name, permissions, is_group, external_id) values ($1, $2, '{}', true, $3)
        on conflict (universe, name) do update set is_group = true, external_id = excluded.external_id
          where not role.is_group returning id`,
      [universe, displayName, externalId],
    )
    if (!rows[0]) throw taken(displayName)
    await refuseRoleIdsAbove(stores, client, caller, [rows[0].id])
    await addMembers(client, universe, rows[0].id, [...members])
    return find(client, universe, rows[0].id)
  })
  await record(stores, actorOf(caller), {
    ...{ action: 'scim.change', subject: made.displayName, after: { displayName, externalId, members: [...members] } },
  })
  return resourceOf(made, caller.base)
}

async function change(stores: Stores, caller: Caller, id: string, next: (before: ScimGroup) => ScimGroup) {
  const { universe, base } = caller
  const { before, after, added, removed } = await changeMembers(stores, universe, async (client) => {
    // One change of a group at a time: each goes out from what the one before left.
    const { id: role } = await find(client, universe, id, false)
    await client.query('select from role where universe = $1 and id = $2 for update', [universe, role])
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, base))
    const old = new Set(found.members)
    const { displayName, externalId, members } = next({ ...found, members: old })
    const added = [...members].filter((one) => !old.has(one))
    const removed = [...old].filter((one) => !members.has(one))
    await checkPeople(stores, universe, added)
    await rename(client, universe, found, displayName)
    await client.query(`delete from ${ofMembers} and person = any($3::uuid[])`, [universe, role, removed])
    await addMembers(client, universe, role, added)
    if (added.length + removed.length > 0 || externalId !== found.externalId)
      await client.query('update role set external_id = $3 where universe = $1 and id = $2', [
        ...[universe, role, externalId],
      ])
    const after = await find(client, universe, id)
    if (differ(found, after)) await refuseRoleIdsAbove(stores, client, caller, [role])
    return { before: found, after, added, removed }
  })
  if (differ(before, after))
    await record(stores, actorOf(caller), {
      ...{ action: 'scim.change', subject: after.displayName },
      before: { displayName: before.displayName, externalId: before.externalId, removed },
      after: { displayName: after.displayName, externalId: after.externalId, added },
    })
  return resourceOf(after, base)
}

const differ = (one: Row, other: Row) => resourceOf(one, '').meta.version !== resourceOf(other, '').meta.version

const ofMembers = `role_member where universe = $1 and role = $2 and source = 'scim'`

async function rename(client: pg.PoolClient, universe: string, { id, displayName }: Row, name: string) {
  if (name === displayName) return
  const { rowCount } = await client.query('select from role where universe = $1 and name = $2 and id <> $3', [
    ...[universe, name, id],
  ])
  if (rowCount) throw taken(name)
  await client.query('update role set name = $3, version = version + 1 where universe = $1 and id = $2', [
    ...[universe, id, name],
  ])
}

/** The directory takes its members away and lets the role go, which stays when it is of use to anybody else. */
async function remove(stores: Stores, caller: Caller, id: string): Promise<void> {
  const { universe } = caller
  const before = await changeMembers(stores, universe, async (client) => {
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, caller.base))
    await refuseRoleIdsAbove(stores, client, caller, [found.id])
    await client.query(`delete from ${ofMembers}`, [universe, found.id])
    await client.query('update role set is_group = false, external_id = null where universe = $1 and id = $2', [
      ...[universe, found.id],
    ])
    await client.query(
      `delete from role r where universe = $1 and id = $2 and permissions = '{}' and rules = '[]'
        and not exists (select from role_member m where m.universe = r.universe and m.role = r.id)`,
      [universe, found.id],
    )
    return found
  })
  const { displayName, externalId, members } = before
  await record(stores, actorOf(caller), {
    ...{ action: 'scim.change', subject: displayName, before: { displayName, externalId, members } },
  })
}

/** Groups: the roles that a directory gives. */
export const scimGroups: ScimKind = {
  urn: groupUrn,

  async list({ service }, { universe, base }, asked) {
    const { filter, startIndex, count } = asked
    const values: unknown[] = [universe]
    const where = filter === null ? '' : ` and ${scimCondition(filter, filterable, values)}`
    const total = await service.query<{ n: number }>(`select count(*)::int as n ${groups}${where}`, values)
    const { rows } = await service.query<Row>(
      `${select(isAsked('members', asked, groupUrn))}${where}
        order by r.created_at, r.id offset $${values.length + 1} limit $${values.length + 2}`,
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
