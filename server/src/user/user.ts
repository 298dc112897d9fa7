import type { User } from '@kaiku/contract/user.ts'
import type { NodesByView, Viewer } from '@kaiku/core/access.ts'
import { placesKey } from '@kaiku/core/assignment.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { keepAssertions } from '../access/assertion.ts'
import { keepManager } from '../access/last-manager.ts'
import { holdAll, refuseGrantsAbove, refuseUserAbove, rightsOf } from '../access/own-rights.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import { query as queryColumn, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { sendMail } from '../mail/mail.ts'
import { countMemberChange, markInvited, setMemberState } from '../person/membership.ts'
import { addMember, changePerson, createPerson, type NewPerson, personById } from '../person/person.ts'
import { ownName } from '../person/person-name.ts'
import { type Assignment, assignmentsIn } from '../role/assignment.ts'
import { giveRole } from '../role/role.ts'
import { checkPlaces } from '../role/role-check.ts'
import { placesOf } from '../role/role-place.ts'
import { listRoles } from '../role/stored-role.ts'
import { endIn } from '../session/end-everywhere.ts'
import { issueTicket } from '../session/ticket.ts'
import { forgetRights } from '../session/who.ts'
import { listSurveys } from '../survey/survey.ts'
import { checkMailDomain } from '../universe/universe-settings.ts'
import { type Given, listUsers, setRoles, type UserFilter } from './user.store.ts'

/** A role as it is to be given by hand, and where. */
export type NewAssignment = {
  readonly roleId: string
  readonly rows: NodesByView
  readonly figures: NodesByView | null
}

const missing = () => new Fault('not_found', 'There is no such user.')

/** Universes in which the viewer manages users, so that people who are in no other may be renamed. */
async function administeredBy({ service }: Stores, { userId, isRoot }: Viewer): Promise<readonly string[]> {
  const { rows } = await queryColumn(
    service,
    { id: text },
    `select id from universe u where $2 or exists (select from role_member m join role r
        on r.universe = m.universe and r.id = m.role join membership s on s.universe = m.universe and s.person = m.person
        where m.universe = u.id and m.person = $1 and s.state <> 'deactivated' and 'manageUsers' = any(r.permissions))`,
    [userId, isRoot],
  )
  return rows.map(({ id }) => id)
}

/** Members of the viewer's universe, each with whether the viewer may change them. */
export async function listUsersFor(
  stores: Stores,
  who: Viewer,
  filter: UserFilter,
  locale: string = who.locale,
): Promise<User[]> {
  const own = await rightsOf(stores, who)
  const users = await listUsers(stores.service, who.universe, filter, await administeredBy(stores, who))
  const surveys = await listSurveys(stores, who.universe)
  const given = await assignmentsIn(stores.service, who.universe, { person: filter.userId })
  const of = new Map<string, Assignment[]>(users.map(({ userId }) => [userId, []]))
  for (const one of given) of.get(one.userId)?.push(one)
  return users.map(({ isElsewhere, ...user }) => {
    const assigned = of.get(user.userId) ?? []
    const grants = assigned.map(({ grant }) => grant)
    const isAbove = own !== null && (user.isRoot || !holdAll(own, grants))
    return {
      ...user,
      isAbove,
      isAccountEditable: !user.isRoot && !isAbove && !isElsewhere,
      roles: assigned.map(({ roleId, source, grant: { role: name, rows, figures } }) => ({
        roleId,
        name,
        source,
        rows,
        figures,
        places: placesOf({ rows, figures }, surveys, locale),
      })),
    }
  })
}

/** A member of the viewer's universe. Throws Fault `not_found`, the same for a member of another. */
export async function findUser(stores: Stores, who: Viewer, userId: string, locale?: string): Promise<User> {
  const [user] = await listUsersFor(stores, who, { userId }, locale)
  if (!user) throw missing()
  return user
}

/**
 * Changes the roles of members in one transaction, with what must stay true of access checked at its end. `change`
 * throws to take everything back; a trial is taken back in any case.
 */
export async function changeMembers<T>(
  stores: Stores,
  universe: string,
  change: (client: pg.PoolClient) => Promise<T>,
  { isTrial = false }: { readonly isTrial?: boolean } = {},
): Promise<T> {
  const surveys = await listSurveys(stores, universe)
  const result = await inUniverse(stores.pool, universe, async (client) => {
    await client.query('savepoint before')
    const changed = await keepAssertions(stores, client, universe, surveys, () => change(client))
    if (isTrial) await client.query('rollback to savepoint before')
    return changed
  })
  if (!isTrial) forgetRights(stores)
  return result
}

/** What roles at places would allow. Throws Fault `invalid` for a role, or a place beside those had, that is not there. */
export async function givenAs(
  stores: Stores,
  client: pg.PoolClient,
  universe: string,
  wanted: readonly NewAssignment[],
  had: readonly NewAssignment[] = [],
): Promise<Given[]> {
  const keyOf = (one: NewAssignment) => `${one.roleId} ${placesKey(one)}`
  const kept = new Set(had.map(keyOf))
  const known = new Map((await listRoles(client, universe)).map((role) => [role.roleId, role]))
  const unknown = wanted.filter(({ roleId }) => !known.has(roleId))
  if (unknown.length > 0)
    throw refuse(
      'invalid',
      'role.unknown',
      {},
      unknown.map(({ roleId: found }) => ({ place: 'roles', expected: 'a role of the universe', found })),
    )
  const surveys = wanted.length === 0 ? [] : await listSurveys(stores, universe)
  return wanted.flatMap(({ roleId, rows, figures }) => {
    const role = known.get(roleId)
    if (!role) return []
    // A place that has gone since hinders no other change.
    if (!kept.has(keyOf({ roleId, rows, figures }))) checkPlaces({ rows, figures }, role, surveys)
    return [{ roleId, grant: { role: role.name, permissions: role.permissions, surveys: role.surveys, rows, figures } }]
  })
}

export type NewUser = Omit<NewPerson, 'password' | 'isRoot'> & { readonly roles: readonly NewAssignment[] }

/** Throws Fault for roles that nobody new can be given: `invalid` for none of the universe, `forbidden` beyond one's own rights. */
export const checkNewRoles = (stores: Stores, who: Viewer, roles: readonly NewAssignment[]): Promise<Given[]> =>
  inUniverse(stores.pool, who.universe, async (client) => {
    const given = await givenAs(stores, client, who.universe, roles)
    await refuseGrantsAbove(
      stores,
      who,
      given.map(({ grant }) => grant),
    )
    return given
  })

/** Makes a person and a member of the universe; invited until they have chosen a password. */
export async function createUser(stores: Stores, who: Viewer, { roles, ...fields }: NewUser): Promise<string> {
  const given = await checkNewRoles(stores, who, roles)
  return inTransaction(stores.service, async (client) => {
    const { id } = await createPerson({ service: client }, fields)
    await addMember(client, who.universe, id)
    await markInvited(client, who.universe, id)
    for (const { roleId, grant } of given) await giveRole(client, who.universe, roleId, id, grant)
    return id
  })
}

type UserFields = Pick<User, 'email' | 'givenName' | 'familyName' | 'locale'> & {
  readonly roles: readonly NewAssignment[]
  /** The state that the change began from. */
  readonly version: number
}

/**
 * Changes a member and the roles given by hand. Throws Fault `conflict` when somebody else did meanwhile, `forbidden` for
 * an account or a role that may do what the viewer may not. A trial changes nothing.
 */
export async function changeUser(
  stores: Stores,
  who: Viewer,
  before: User,
  { roles, version, ...account }: UserFields,
  { isTrial = false }: { readonly isTrial?: boolean } = {},
): Promise<void> {
  const { universe } = who
  const isSameAccount = (Object.keys(account) as (keyof typeof account)[]).every(
    (field) => account[field] === before[field],
  )
  if (!isSameAccount) {
    await refuseUserAbove(stores, who, before.userId, 'everywhere')
    if (!before.isAccountEditable) throw refuse('forbidden', 'account.shared')
  }
  const change = async (client: pg.PoolClient) => {
    const given = await givenAs(stores, client, universe, roles, before.roles)
    if (!(await countMemberChange(client, universe, before.userId, version))) throw refuse('conflict', 'user.changed')
    await setRoles(stores, client, who, before.userId, given)
  }
  await changeMembers(stores, universe, change, { isTrial })
  if (isSameAccount || isTrial) return
  await changePerson(stores.service, before.userId, account)
}

/** Throws Fault `invalid` for a mail address that is missing, or that the universe sends no invitations to. */
export async function checkInvitable({ service }: Stores, { universe }: Viewer, email: string | null) {
  if (email === null)
    throw refuse('invalid', 'invite.needsMail', {}, [{ place: 'email', expected: 'a mail address', found: 'none' }])
  await checkMailDomain(service, universe, email)
}

/** Mails a link to choose a password. Throws Fault `invalid` for a user without a mail address, `forbidden` for who may do more. */
export async function invite(stores: Stores, who: Viewer, { userId, email, hasPassword }: User, publicUrl: string) {
  if (email === null) throw refuse('invalid', 'invite.noMail')
  await refuseUserAbove(stores, who, userId, 'here')
  await checkMailDomain(stores.service, who.universe, email)
  const person = await personById(stores, userId)
  if (!person) throw missing()
  const purpose = hasPassword ? 'reset' : 'invite'
  const token = await issueTicket(stores, { purpose, person: userId, universe: who.universe })
  const { rows } = await queryColumn(
    stores.service,
    { name: text, title: text },
    'select name, title from universe where id = $1',
    [who.universe],
  )
  // The page that the link opens wears the colours of the universe.
  const query = new URLSearchParams({ reset: token, universe: rows[0]?.name ?? '' })
  await sendMail(stores, {
    to: email,
    template: purpose,
    locale: person.locale,
    values: {
      link: new URL(`/?${query.toString()}`, publicUrl).href,
      name: person.givenName || person.username,
      by: await ownName(stores, who),
      universe: rows[0]?.title ?? '',
    },
  })
}

/** A deactivated member's sessions in the universe end at once; root, oneself and the last who manages users stay as they are. */
export async function setState(
  stores: Stores,
  who: Viewer,
  user: User,
  state: 'active' | 'deactivated',
  { isTrial = false }: { readonly isTrial?: boolean } = {},
): Promise<void> {
  if (user.isRoot) throw refuse('forbidden', 'user.root')
  if (user.userId === who.userId) throw refuse('invalid', 'user.self')
  await refuseUserAbove(stores, who, user.userId, 'here')
  await inUniverse(stores.pool, who.universe, async (client) => {
    await client.query('savepoint before')
    await keepManager(client, who.universe, () => setMemberState(client, who.universe, user.userId, state))
    if (isTrial) await client.query('rollback to savepoint before')
  })
  if (isTrial) return
  forgetRights(stores)
  if (state === 'deactivated') await endIn(stores, who.universe, user.userId)
}
