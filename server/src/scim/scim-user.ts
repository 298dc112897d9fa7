import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { z } from 'zod'
import { keepManager } from '../access/last-manager.ts'
import { refuseUserAbove } from '../access/own-rights.ts'
import { record } from '../audit/audit.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, json, nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { addProvisionedMember, changeProvisionedMember, removeMember } from '../person/membership.ts'
import { changePerson, createPerson, removeStranded } from '../person/person.ts'
import { endIn } from '../session/end-everywhere.ts'
import { forgetRights } from '../session/who.ts'
import { notThere, ScimFault } from './scim-fault.ts'
import { actorOf, type Caller, checkVersion, isId, type ScimKind } from './scim-kind.ts'
import { readOperations } from './scim-message.ts'
import { type ScimResource, versionOf } from './scim-resource.ts'
import { type Filterable, scimCondition } from './scim-sql.ts'
import { accountOf, patchedAccount, type ScimAccount, userUrn } from './scim-user-attribute.ts'

const rowColumns = {
  userName: text,
  externalId: nullable(text),
  isActive: bool,
  email: nullable(text),
  givenName: text,
  familyName: text,
  locale: text,
  id: text,
  createdAt: time,
  changedAt: time,
  groups: json(z.array(z.object({ value: z.string(), display: z.string() }))),
  isShared: bool,
} satisfies Shape

const isActive = `(m.state <> 'deactivated' and p.deactivated_at is null)`
const fullName = `nullif(trim(p.given_name || ' ' || p.family_name), '')`
const changedAt = 'greatest(m.changed_at, p.changed_at)'

const filterable: Filterable = {
  urn: userUrn,
  columns: new Map([
    ['id', { sql: 'p.id::text', type: 'exact' }],
    ['externalid', { sql: 'm.external_id', type: 'exact' }],
    ['username', { sql: 'p.username', type: 'name' }],
    ['displayname', { sql: `coalesce(${fullName}, p.username::text)`, type: 'text' }],
    ['name.formatted', { sql: fullName, type: 'text' }],
    ['name.givenname', { sql: 'p.given_name', type: 'text' }],
    ['name.familyname', { sql: 'p.family_name', type: 'text' }],
    ['locale', { sql: 'p.locale', type: 'text' }],
    ['preferredlanguage', { sql: 'p.locale', type: 'text' }],
    ['active', { sql: isActive, type: 'boolean' }],
    ['meta.created', { sql: 'm.created_at', type: 'time' }],
    ['meta.lastmodified', { sql: changedAt, type: 'time' }],
    ['meta.resourcetype', { sql: `'User'`, type: 'text' }],
  ]),
  lists: new Map([
    [
      'emails',
      {
        from: `(select p.email as value, 'work' as type, true as is_primary) e where e.value is not null`,
        columns: new Map([
          ['value', { sql: 'e.value', type: 'name' }],
          ['type', { sql: 'e.type', type: 'text' }],
          ['primary', { sql: 'e.is_primary', type: 'boolean' }],
        ]),
      },
    ],
    [
      'groups',
      {
        from: `role_member r join scim_group g on g.universe = r.universe and g.id = r.scim_group
          where r.universe = m.universe and r.person = p.id and r.source = 'scim'`,
        columns: new Map([
          ['value', { sql: 'g.id::text', type: 'exact' }],
          ['display', { sql: 'g.name', type: 'name' }],
        ]),
      },
    ],
  ]),
}

type Row = ScimAccount & {
  id: string
  createdAt: Date
  changedAt: Date
  groups: { value: string; display: string }[]
  /** In other universes too: the account is not this directory's. */
  isShared: boolean
}

// Root belongs to no directory: to SCIM it does not exist.
const members = `from membership m join person p on p.id = m.person where m.universe = $1 and not p.is_root`
const select = `select p.id, p.username as "userName", p.email, p.given_name as "givenName",
    p.family_name as "familyName", p.locale, m.external_id as "externalId", ${isActive} as "isActive",
    m.created_at as "createdAt", ${changedAt} as "changedAt",
    exists (select from membership o where o.person = p.id and o.universe <> m.universe) as "isShared",
    coalesce((select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) order by g.name)
      from role_member r join scim_group g on g.universe = r.universe and g.id = r.scim_group
      where r.universe = m.universe and r.person = p.id and r.source = 'scim'), '[]') as groups
  ${members}`

function resourceOf(row: Row, base: string): ScimResource {
  const { id, userName, externalId, isActive: active, email, givenName, familyName, locale, groups } = row
  const formatted = `${givenName} ${familyName}`.trim()
  const content = {
    schemas: [userUrn],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(formatted !== '' && { name: { formatted, givenName, familyName } }),
    displayName: formatted || userName,
    active,
    locale,
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    groups: groups.map((one) => ({ ...one, $ref: `${base}/Groups/${one.value}`, type: 'direct' })),
  }
  const [created, lastModified] = [row.createdAt.toISOString(), row.changedAt.toISOString()]
  const meta = { resourceType: 'User', created, lastModified, location: `${base}/Users/${id}` }
  return { ...content, meta: { ...meta, version: versionOf([content, meta]) } }
}

async function find(client: pg.Pool | pg.PoolClient, universe: string, id: string): Promise<Row> {
  if (!isId(id)) throw notThere()
  const { rows } = await query(client, rowColumns, `${select} and p.id = $2`, [universe, id])
  if (!rows[0]) throw notThere()
  return rows[0]
}

const uniqueViolation = '23505'
const taken = (userName: string) => new ScimFault(409, 'uniqueness', `The userName “${userName}” is taken.`)

const account = ({ userName, externalId, isActive: active, email, givenName, familyName, locale }: ScimAccount) => ({
  userName,
  externalId,
  active,
  email,
  givenName,
  familyName,
  locale,
})

async function create(stores: Stores, caller: Caller, body: unknown): Promise<ScimResource> {
  const wanted = accountOf(body)
  const { userName: username, email, givenName, familyName, locale } = wanted
  // Whoever has this name already may be somebody else's: nobody comes into a universe by what a directory calls them.
  const made = await inTransaction(stores.service, async (client) => {
    const fields = { username, email, givenName, familyName, locale }
    const person = await createPerson({ service: client }, fields).catch((error: unknown) => {
      throw error instanceof Fault && error.code === 'conflict' ? taken(username) : error
    })
    await addProvisionedMember(client, caller.universe, person.id, wanted)
    return find(client, caller.universe, person.id)
  })
  await record(stores, actorOf(caller), { action: 'scim.change', subject: username, after: account(made) })
  return resourceOf(made, caller.base)
}

/** Changes a member; of somebody who is in other universes too, only the membership. */
async function change(stores: Stores, caller: Caller, id: string, next: (before: Row) => ScimAccount) {
  const { universe, base } = caller
  const { before, after } = await inTransaction(stores.service, async (client) => {
    const { id: person } = await find(client, universe, id)
    await client.query('select from membership where universe = $1 and person = $2 for update', [universe, person])
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, base))
    await keepManager(client, universe, () => write(client, caller, found, next(found)))
    return { before: found, after: await find(client, universe, id) }
  })
  forgetRights(stores)
  if (before.isActive && !after.isActive) await endIn(stores, universe, after.id)
  if (JSON.stringify(account(before)) !== JSON.stringify(account(after)))
    await record(stores, actorOf(caller), {
      action: 'scim.change',
      subject: after.userName,
      before: account(before),
      after: account(after),
    })
  return resourceOf(after, base)
}

async function write(client: pg.PoolClient, caller: Caller, before: Row, wanted: ScimAccount) {
  const { universe } = caller
  const { userName, email, givenName, familyName, locale } = wanted
  const isSame = (fields: readonly (keyof ScimAccount)[]) => fields.every((field) => before[field] === wanted[field])
  const isOtherAccount = !before.isShared && !isSame(['userName', 'email', 'givenName', 'familyName', 'locale'])
  const isOtherMember = !isSame(['isActive', 'externalId'])
  if (isOtherAccount || isOtherMember) await refuseUserAbove({ service: client }, caller, before.id, 'here')
  if (isOtherAccount) {
    const fields = { username: userName, email, givenName, familyName, locale }
    await changePerson(client, before.id, fields).catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === uniqueViolation ? taken(userName) : error
    })
  }
  if (!isOtherMember) return
  const state = isSame(['isActive']) ? null : wanted.isActive ? 'active' : 'deactivated'
  await changeProvisionedMember(client, universe, before.id, { state, externalId: wanted.externalId })
}

/** Ends the membership; an account that is in no universe any more is deleted, so that its name is free again. */
async function remove(stores: Stores, caller: Caller, id: string): Promise<void> {
  const { universe } = caller
  const before = await inTransaction(stores.service, async (client) => {
    const found = await find(client, universe, id)
    checkVersion(caller, resourceOf(found, caller.base))
    await refuseUserAbove({ service: client }, caller, found.id, 'here')
    await keepManager(client, universe, () => removeMember(client, universe, found.id))
    return found
  })
  forgetRights(stores)
  await endIn(stores, universe, before.id)
  await removeStranded(stores.service, before.id)
  await record(stores, actorOf(caller), { action: 'scim.change', subject: before.userName, before: account(before) })
}

/** Users: the members of a universe. */
export const scimUsers: ScimKind = {
  urn: userUrn,

  async list({ service }, { universe, base }, { filter, startIndex, count }) {
    const values: unknown[] = [universe]
    const where = filter === null ? '' : ` and ${scimCondition(filter, filterable, values)}`
    const total = await query(service, { n: number }, `select count(*)::int as n ${members}${where}`, values)
    const { rows } = await query(
      service,
      rowColumns,
      `${select}${where} order by m.created_at, p.id offset $${values.length + 1} limit $${values.length + 2}`,
      [...values, startIndex - 1, count],
    )
    return { total: total.rows[0]?.n ?? 0, resources: rows.map((row) => resourceOf(row, base)) }
  },

  one: async ({ service }, { universe, base }, id) => resourceOf(await find(service, universe, id), base),
  create,
  replace: (stores, caller, id, body) => change(stores, caller, id, (before) => accountOf(body, before)),
  patch(stores, caller, id, body) {
    const operations = readOperations(body)
    return change(stores, caller, id, (before) => patchedAccount(before, operations))
  },
  remove,
}
