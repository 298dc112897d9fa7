import type { User } from '@kaiku/contract/user.ts'
import type { UserColumn, UserImportReport } from '@kaiku/contract/user-file.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { everywhere, placesKey } from '@kaiku/core/assignment.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Actor } from '../audit/audit.ts'
import { record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeFinder } from '../role/named-place.ts'
import { surveysOf } from '../role/role-check.ts'
import { listRoles } from '../role/stored-role.ts'
import { listSurveys } from '../survey/survey.ts'
import { checkWhole, openTable } from '../table-reader/table.ts'
import {
  changeUser,
  checkInvitable,
  checkNewRoles,
  createUser,
  findUser,
  invite,
  listUsersFor,
  type NewAssignment,
  setState,
} from './user.ts'
import { cellsOf, columnOf, roleCells } from './user-file.ts'
import { type Entry, type KnownRole, RowFault, readEntry } from './user-row.ts'

const mostRows = 10_000
const mostRejects = 1_000
const mostChanges = 200

export type UserImportOptions = {
  readonly isPreview: boolean
  /** Mails a link to choose a password to who is new. */
  readonly invites: boolean
  readonly publicUrl: string
  readonly actor: Actor
}

type Change = UserImportReport['changes'][number]

/**
 * Makes and changes users by a file; a row is done as a whole or rejected with the reason. A preview does everything
 * but keep it. Throws Fault `invalid` for a file without a column of user names, `too_large` for too many rows.
 */
export async function importUsers(
  stores: Stores,
  who: Viewer,
  file: string,
  { isPreview, invites, publicUrl, actor }: UserImportOptions,
): Promise<UserImportReport> {
  const table = await openTable(file)
  await checkWhole(table)
  const columns = columnsOf(table.headers)
  const known = new Map((await listUsersFor(stores, who, {})).map((user) => [user.username.toLowerCase(), user]))
  const surveys = await listSurveys(stores, who.universe)
  const byName = await rolesByName(stores, who, surveys)
  const seen = new Map<string, number>()
  const report: UserImportReport = {
    file: table.name,
    isPreview,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    invited: 0,
    rejects: [],
    changes: [],
    ignoredColumns: table.headers.filter((header) => columnOf(header) === null),
  }

  const job: Job = { stores, who, actor, isPreview, invites, publicUrl, known, surveys, report }

  for await (const row of table.rows()) {
    report.rows += 1
    if (report.rows > mostRows) throw refuse('too_large', 'file.rows', { most: mostRows })
    const { line, cells } = row
    try {
      const entry = readEntry(row, columns, byName)
      const name = entry.username.toLowerCase()
      const earlier = seen.get(name)
      if (earlier !== undefined) throw new RowFault('username', entry.username, 'row.earlier', { line: earlier })
      seen.set(name, line)
      const fields = await apply(job, entry)
      const kind = known.has(name) ? 'update' : 'create'
      if (fields?.length === 0) report.unchanged += 1
      else {
        report[kind === 'create' ? 'created' : 'updated'] += 1
        if (report.changes.length < mostChanges)
          report.changes.push({ line, username: entry.username, kind, fields: fields ?? [] })
      }
    } catch (error) {
      const reject = told(error, cells[columns.get('username') ?? -1] ?? '')
      report.rejected += 1
      if (report.rejects.length < mostRejects) report.rejects.push({ line, ...reject })
    }
  }
  if (!isPreview) {
    const { rows, created, updated, unchanged, rejected, invited } = report
    const counts = { rows, created, updated, unchanged, rejected, invited }
    await record(stores, actor, { action: 'user.import', subject: table.name, after: counts })
  }
  return report
}

async function rolesByName(stores: Stores, who: Viewer, surveys: readonly Dictionary[]) {
  const roles = await inUniverse(stores.pool, who.universe, (client) => listRoles(client, who.universe))
  return new Map(
    roles.map((role): [string, KnownRole] => [
      role.name.toLowerCase(),
      { name: role.name, roleId: role.roleId, find: placeFinder(surveysOf(role, surveys)) },
    ]),
  )
}

/** What the rows of an import have in common. */
type Job = UserImportOptions & {
  readonly stores: Stores
  readonly who: Viewer
  readonly known: ReadonlyMap<string, User>
  readonly surveys: readonly Dictionary[]
  readonly report: UserImportReport
}

async function apply(job: Job, entry: Entry): Promise<Change['fields'] | null> {
  const { who, isPreview, known, surveys } = job
  const before = known.get(entry.username.toLowerCase())
  if (!before) {
    if (isPreview) await tryMake(job, entry)
    else await make(job, entry)
    return fieldsOf(null, entry, surveys)
  }
  const fields = fieldsOf(before, entry, surveys)
  if (fields.length === 0) return fields
  refuseForbidden(who, before, fields)
  await change(job, before, entry, fields)
  if (!isPreview) await recordChange(job, before, fields)
  return fields
}

const isToInvite = ({ invites }: Job, { email = null, state }: Entry) =>
  invites && email !== null && state !== 'deactivated'

async function tryMake(job: Job, entry: Entry) {
  const { stores, who } = job
  const { username } = entry
  await refuseTaken(stores, username)
  if (isToInvite(job, entry)) await checkInvitable(stores, who, entry.email ?? null)
  await checkNewRoles(stores, who, rolesWanted(null, entry) ?? [])
}

async function make(job: Job, entry: Entry) {
  const { stores, who, actor, publicUrl, surveys, report } = job
  const { username, roles: _, state, ...account } = entry
  if (isToInvite(job, entry)) await checkInvitable(stores, who, entry.email ?? null)
  const userId = await createUser(stores, who, {
    username,
    email: null,
    ...account,
    roles: rolesWanted(null, entry) ?? [],
  })
  const user = await findUser(stores, who, userId)
  if (state && state !== 'invited') await setState(stores, who, user, state)
  await record(stores, actor, { action: 'user.create', subject: username, after: cellsOf(user, surveys) })
  if (!isToInvite(job, entry)) return
  await invite(stores, who, user, publicUrl)
  report.invited += 1
}

async function change({ stores, who, isPreview: isTrial }: Job, before: User, entry: Entry, fields: Change['fields']) {
  const { state, roles: _, username: __, ...account } = entry
  const wantedState = state && state !== before.state && state !== 'invited' ? state : null
  // A row is done as a whole: what can be refused of its state is, before the rest is done.
  if (wantedState) await setState(stores, who, before, wantedState, { isTrial: true })
  if (fields.some(({ column }) => column !== 'state')) {
    const roles = rolesWanted(before, entry) ?? byHand(before)
    const { email, givenName, familyName, locale, version } = before
    const fullWish = { email, givenName, familyName, locale, ...account, roles, version }
    await changeUser(stores, who, before, fullWish, { isTrial })
  }
  if (wantedState && !isTrial) await setState(stores, who, before, wantedState)
}

const recordChange = ({ stores, actor }: Job, before: User, fields: Change['fields']) =>
  record(stores, actor, {
    action: 'user.change',
    subject: before.username,
    before: Object.fromEntries(fields.map((field) => [field.column, field.before])),
    after: Object.fromEntries(fields.map((field) => [field.column, field.after])),
  })

function columnsOf(headers: readonly string[]): ReadonlyMap<UserColumn, number> {
  const columns = new Map<UserColumn, number>()
  headers.forEach((header, index) => {
    const column = columnOf(header)
    if (column === null) return
    if (columns.has(column))
      throw refuse('invalid', 'file.sameColumns', { one: header, other: headers[columns.get(column) ?? 0] ?? '' })
    columns.set(column, index)
  })
  for (const column of ['places', 'figures'] as const)
    if (columns.has(column) && !columns.has('roles'))
      throw refuse('invalid', 'file.placesAlone', { column: headers[columns.get(column) ?? 0] ?? '' })
  if (!columns.has('username'))
    throw refuse('invalid', 'file.columns', {}, [
      { place: 'line 1', expected: 'a column “User name”', found: headers.slice(0, 10).join(', ').slice(0, 200) },
    ])
  return columns
}

type NamedAssignment = NewAssignment & { readonly name: string }

const byHand = (user: User | null): NamedAssignment[] => (user?.roles ?? []).filter(({ source }) => source === 'hand')

/** The roles that a row asks for; where it says no places, they stay as they are, and a new role is given everywhere. */
function rolesWanted(before: User | null, { roles }: Entry): NamedAssignment[] | undefined {
  return roles?.flatMap(({ name, roleId, rows, figures }) => {
    const had = byHand(before).filter((one) => one.roleId === roleId)
    if (rows === undefined && figures === undefined && had.length > 0) return had
    const old = (had.length === 1 ? had[0] : undefined) ?? everywhere
    return [{ name, roleId, rows: rows ?? old.rows, figures: figures === undefined ? old.figures : figures }]
  })
}

/** What a row would make different; null before: everything it says. */
function fieldsOf(before: User | null, entry: Entry, surveys: readonly Dictionary[]): Change['fields'] {
  const old = before ? cellsOf(before, surveys) : null
  const asked = rolesWanted(before, entry)
  const wanted = asked && new Map(asked.map((one) => [`${one.roleId} ${placesKey(one)}`, one]))
  const cells: Partial<Record<UserColumn, string | undefined>> = wanted ? roleCells([...wanted.values()], surveys) : {}
  const after: readonly (readonly [UserColumn, string | undefined])[] = [
    ['email', entry.email === null ? '' : entry.email],
    ['givenName', entry.givenName],
    ['familyName', entry.familyName],
    ['locale', entry.locale],
    ...(['roles', 'places', 'figures'] as const).map((column) => [column, cells[column]] as const),
    ['state', entry.state],
  ]
  return after.flatMap(([column, next]) => {
    const was = old?.[column] ?? ''
    return next === undefined || was === next ? [] : [{ column, before: was, after: next }]
  })
}

const isOfRoles = (column: UserColumn) => ['roles', 'places', 'figures'].includes(column)

function refuseForbidden(who: Viewer, before: User, fields: Change['fields']) {
  for (const { column, before: was, after } of fields) {
    if (column === 'state') {
      if (after === 'invited') throw new RowFault(column, after, 'row.uninvited')
      if (before.isRoot) throw new RowFault(column, after, 'row.root')
      if (before.userId === who.userId) throw new RowFault(column, after, 'row.self')
    } else if (!isOfRoles(column) && !before.isAccountEditable)
      throw new RowFault(column, after, before.isAbove && !before.isRoot ? 'row.above' : 'row.shared', { was })
  }
}

async function refuseTaken({ service }: Stores, username: string) {
  const { rowCount } = await service.query('select from person where username = $1', [username])
  if (rowCount) throw new RowFault('username', username, 'row.taken')
}

function told(error: unknown, username: string): Omit<UserImportReport['rejects'][number], 'line'> {
  if (error instanceof RowFault) {
    const { column, value, reason, told: known } = error
    return { column, value, reason, ...(known && { told: known }) }
  }
  if (!(error instanceof Fault)) throw error
  const { message, reason } = error
  return {
    column: '',
    value: username,
    reason: message,
    ...(reason && { told: { ...reason, values: { ...reason.values } } }),
  }
}
