import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullGrant, type Grant, type NodesByView, type Permission, permissions } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import { Migrator } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { buildApp } from '../app/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/postgres/migrations.ts'
import { queries } from '../db/postgres.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { addMember, createPerson, type Person } from '../person/person.ts'
import { followClaims } from '../provider-token/claimed-rights.ts'
import { publish } from '../publishing/definition.ts'
import { placeFor, questionFor } from '../result/result.ts'
import { twoViews } from '../result/two-views.fixture.ts'
import { createScimToken } from '../scim-token/scim-token.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { assignmentsIn, grantsOf } from './assignment.ts'
import { holdersOf } from './holder.ts'
import { ensureRole, giveRole } from './role.ts'

/** Store a has 6 interviews, b 4, c 2, line x every second of them. */
async function* rows() {
  for (let at = 0; at < 12; at++)
    yield { key: String(at), answers: { store: at < 6 ? 'a' : at < 10 ? 'b' : 'c', line: at % 2 ? 'x' : 'y' } }
}

type Old = { permissions?: Permission[]; rows?: NodesByView; figures?: NodesByView; rules?: object[]; group?: string }
const [a, b] = [{ stores: [['a']] }, { stores: [['b']] }]
const oldRoles: Record<string, Old> = {
  Everything: {},
  'Manager A': { rows: a },
  'Manager B': { rows: b, figures: { stores: [['a'], ['b']] } },
  'Comments of line x': { permissions: ['seeComments'], rows: { lines: [['x']] } },
  'By rule': { rows: b, rules: [{ kind: 'group', value: 'x' }] },
  'By group': { rows: a, group: 'object-1' },
}
/** Roles by who has them, and who gave them. */
const oldMembers = [
  ['all', 'Everything', 'hand'],
  ['anna', 'Manager A', 'hand'],
  ['bo', 'Manager B', 'hand'],
  ['both', 'Manager A', 'hand'],
  ['both', 'Comments of line x', 'hand'],
  ['ruled', 'By rule', 'rule'],
  ['grouped', 'By group', 'scim'],
  ['mixed', 'By group', 'scim'],
  ['mixed', 'By rule', 'hand'],
  ['nobody', '', ''],
] as const

let directory: string
let stores: Stores
let app: FastifyInstance
let universe: string
const people = new Map<string, Person>()
const idOf = (name: string) => people.get(name)?.id ?? ''

const figuresOf = async (grants: readonly Grant[]) => {
  const dictionary = await findSurvey(stores, universe, 'visits')
  const who = {
    ...{ userId: 'x', username: 'x', universe, universes: [universe], locale: 'en' },
    ...{ isUserAdmin: false, isRoot: false, isReadOnly: false, grants },
  }
  const state = await dataState(stores, dictionary.survey)
  const counted = async (path: string) => {
    try {
      const question = questionFor(stores, who, dictionary, { path, compare: 'none' }, 0)
      const { nInterviews, nAll } = await placeFor(question, state)
      return [nInterviews, nAll]
    } catch (error) {
      return String(error)
    }
  }
  return {
    counts: [await counted('stores,all'), await counted('stores,all,a'), await counted('stores,all,b')],
    conditions: permissions.map((permission) => scopePredicate(quietScopeOf(who, dictionary, permission))),
  }
}
const everybody = async (read: (id: string) => Promise<readonly Grant[]>) => {
  const found: Record<string, unknown> = {}
  for (const [name, { id }] of people) found[name] = await figuresOf(await read(id))
  return found
}
/** As it was read when places belonged to roles. */
const oldGrantsOf = async (id: string) => {
  const { rows: found } = await stores.service.query<Grant>(
    `select r.name as role, r.permissions, r.surveys, r.rows, r.figures from role r
      where exists (select from role_member m where m.role = r.id and m.person = $1) order by r.name`,
    [id],
  )
  return found
}
let before: Record<string, unknown>

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaiku-test-'))
  chmodSync(directory, 0o711)
  stores = await openStores({ data: join(directory, 'data'), own: 'must' })
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0064'))
  const provider = { getMigrations: async () => earlier }
  await new Migrator({ db: queries(stores.owner), provider, allowUnorderedMigrations: true }).migrateToLatest()
  universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  // Publishing of today forgets scripts that are no longer conditions, of which there were none.
  await stores.owner.query(
    `create table condition_script (universe uuid, survey int, key text);
     grant select, delete on condition_script to app`,
  )
  // Interviews of today may be left out by hand, and samples be known by contacts that are gone.
  await stores.owner.query(
    `alter table interview add column excluded_at timestamptz;
     alter table sample add column gone_contact text, add column gone_external_id text;
     create table contact_secret (universe uuid, inner_pad bytea, outer_pad bytea);
     grant select on contact_secret to app, service;
     create function gone_contact(uuid, text) returns text language sql as 'select null::text'`,
  )
  await publish(stores, universe, twoViews, 'test')
  await storeInterviews(stores, await findSurvey(stores, universe, 'visits'), rows(), { import: 'test' })
  // The feed of today asks who was written to, of which nothing was known then.
  await stores.owner.query(
    `create table campaign (universe uuid, id uuid, at timestamptz);
     create table campaign_recipient (universe uuid, survey int, sample uuid, campaign uuid, state text,
       sent_at timestamptz, opened_at timestamptz, clicked_at timestamptz, unsubscribed_at timestamptz);
     grant select on campaign, campaign_recipient to service`,
  )
  await catchUp(stores)
  await stores.owner.query(
    `drop table campaign, campaign_recipient, condition_script;
     drop function gone_contact;
     drop table contact_secret;
     alter table sample drop column gone_contact, drop column gone_external_id;
     alter table interview drop column excluded_at`,
  )
  for (const [name, old] of Object.entries(oldRoles))
    await stores.service.query(
      `insert into role (universe, name, permissions, rows, figures, rules, is_group, external_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[universe, name, old.permissions ?? ['seeIndicators', 'seeInterviews'], old.rows ?? {}, old.figures ?? null],
        ...[JSON.stringify(old.rules ?? []), old.group !== undefined, old.group ?? null],
      ],
    )
  for (const [name, role, source] of oldMembers) {
    const person = people.get(name) ?? (await createPerson(stores, { username: name }))
    people.set(name, person)
    await addMember(stores.service, universe, person.id)
    if (role === '') continue
    await stores.service.query(
      `insert into role_member (universe, role, person, source) select $1, id, $2, $3 from role where name = $4`,
      [universe, person.id, source, role],
    )
  }
  before = await everybody(oldGrantsOf)
  expect(await migrate(stores.owner)).toContain('0064-assignment')
  app = await buildApp(stores, readConfiguration({ KAIKU_DATA: join(directory, 'data'), LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await app?.close()
  await stores?.close()
  rmSync(directory, { recursive: true, force: true })
})

const grantsNow = (name: string) => grantsOf(stores.service, universe, idOf(name))
const provider = {
  ...{ issuer: 'https://id.example.com', keycloak: null, clientId: 'kaiku-web', audience: null, universes: null },
}

describe('roles of before that said where', () => {
  it('give everybody the same figures and the same rights, now by the places of their assignments', async () => {
    expect(before).toMatchObject({
      all: {
        counts: [
          [12, 12],
          [6, 12],
          [4, 12],
        ],
      },
      anna: { counts: [[6, 6], [6, 6], expect.stringMatching(/place/)] },
      bo: {
        counts: [
          [10, 10],
          [6, 10],
          [4, 10],
        ],
      },
      nobody: { counts: [expect.stringMatching(/survey/), expect.anything(), expect.anything()] },
    })
    expect(await everybody((id) => grantsOf(stores.service, universe, id))).toEqual(before)
    const told = await assignmentsIn(stores.service, universe, { person: idOf('bo') })
    expect(told).toMatchObject([
      { source: 'hand', grant: { role: 'Manager B', rows: b, figures: oldRoles['Manager B']?.figures } },
    ])
    // Its name is its own; where it is held is no longer in it.
    await giveRole(stores.service, universe, told[0]?.roleId ?? '', idOf('nobody'), { rows: a, figures: null })
    expect((await figuresOf(await grantsNow('nobody'))).counts[0]).toEqual([6, 6])
  })

  it('reach, by their rules and groups, no further for who comes later', async () => {
    const late = await createPerson(stores, { username: 'late' })
    await addMember(stores.service, universe, late.id)
    people.set('late', late)
    await followClaims(stores, late, { groups: ['x'] }, provider)
    expect(await grantsNow('late')).toMatchObject([{ role: 'By rule', rows: b }])
    await followClaims(stores, late, { groups: ['x @ a', 'x @ nowhere'] }, provider)
    expect((await figuresOf(await grantsNow('late'))).counts[0]).toEqual(expect.stringMatching(/Error|Fault/))
    await followClaims(stores, late, { groups: [] }, provider)
    expect(await grantsNow('late')).toEqual([])

    const operator = { universe, userId: null, name: 'x', actingAs: null, address: '' }
    const { token } = await createScimToken(stores, operator, 'Directory', operator)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const scim = async (method: 'GET' | 'PATCH', url: string, body?: object) =>
      (await app.inject({ method, url: `/api/scim/v2/${url}`, headers, ...(body && { payload: body }) })).json()
    const [group] = (await scim('GET', 'Groups')).Resources
    const { rows: found } = await stores.service.query(`select id from role where name = 'By group'`)
    expect(group).toMatchObject({ id: found[0].id, displayName: 'By group', externalId: 'object-1' })
    expect(group.members.map(({ value }: { value: string }) => value).sort()).toEqual(
      ['grouped', 'mixed'].map(idOf).sort(),
    )
    await scim('PATCH', `Groups/${group.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: [{ value: late.id }] }],
    })
    expect(await grantsNow('late')).toMatchObject([{ role: 'By group', rows: a }])
  })
})

describe('one role that somebody has twice', () => {
  it('holds at both places, each with its own reach, and nowhere else', async () => {
    const twice = await createPerson(stores, { username: 'twice' })
    await addMember(stores.service, universe, twice.id)
    people.set('twice', twice)
    const role = await ensureRole(stores.service, universe, {
      ...fullGrant('Store manager'),
      permissions: ['seeIndicators', 'handleAlerts'],
    })
    await giveRole(stores.service, universe, role, twice.id, { rows: a, figures: { stores: [['a'], ['b']] } })
    const one = await figuresOf(await grantsNow('twice'))
    expect(one.counts).toEqual([
      [10, 10],
      [6, 10],
      [4, 10],
    ])
    const both = { rows: { stores: [['c']], lines: [['x']] }, figures: null }
    await giveRole(stores.service, universe, role, twice.id, both)
    await giveRole(stores.service, universe, role, twice.id, both)
    const grants = await grantsNow('twice')
    expect(grants).toHaveLength(2)
    expect((await figuresOf(grants)).counts[0]).toEqual([11, 11])

    const dictionary = await findSurvey(stores, universe, 'visits')
    const node = (view: string, id: string) => dictionary.views.get(view)?.tree.resolve([id])
    const holders = await holdersOf(stores, dictionary, 'handleAlerts')
    const mine = holders
      .filter(({ userId }) => userId === twice.id)
      .flatMap(({ scope }) => (scope.roles ?? []).map((role) => Object.fromEntries(role)))
    expect(mine).toEqual(
      expect.arrayContaining([
        { stores: [node('stores', 'a')] },
        { stores: [node('stores', 'c')], lines: [node('lines', 'x')] },
      ]),
    )
    expect(mine).toHaveLength(2)
  })
})
