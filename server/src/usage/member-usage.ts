import type { MemberUsage, SurveyUsage } from '@kaiku/contract/usage.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { csvFile } from '@kaiku/core/csv.ts'
import type pg from 'pg'
import { nullable, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { listUsersFor } from '../user/user.ts'
import type { UsagePeriod } from './usage-setting.ts'

const activeDays = `select person, count(distinct day) filter (where day > $2::date - 30)::int as days30,
    count(distinct day) filter (where day > $2::date - 90)::int as days90
  from visit_person where universe = $1 group by 1`

/** Every member with how much they use Kaiku, by name. Days that are not kept for so long are null. */
export async function memberUsages(
  stores: Stores,
  who: Viewer,
  { today, peopleDays }: UsagePeriod,
  locale: string,
): Promise<MemberUsage[]> {
  const users = await listUsersFor(stores, who, {}, locale)
  const { rows } = await query(stores.service, { person: text, days30: number, days90: number }, activeDays, [
    who.universe,
    today,
  ])
  const active = new Map(rows.map((row) => [row.person, row]))
  return users.map(({ userId, username, givenName, familyName, state, roles, createdAt, seenAt, email, isAbove }) => ({
    userId,
    username,
    name: `${givenName} ${familyName}`.trim() || username,
    state,
    roles,
    createdAt,
    seenAt,
    days30: peopleDays >= 30 ? (active.get(userId)?.days30 ?? 0) : null,
    days90: peopleDays >= 90 ? (active.get(userId)?.days90 ?? 0) : null,
    canInvite: state === 'invited' && email !== null && !isAbove,
  }))
}

const placesOf = ({ roles }: MemberUsage) =>
  roles.flatMap(({ places }) => places.map(({ names }) => names.slice(-1)[0] ?? ''))

export const memberUsageCsv = (members: readonly MemberUsage[]): string =>
  csvFile([
    ['username', 'name', 'state', 'roles', 'places', 'createdAt', 'lastSignIn', 'activeDays30', 'activeDays90'],
    ...members.map((one) => [
      one.username,
      one.name,
      one.state,
      [...new Set(one.roles.map(({ name }) => name))].join('; '),
      [...new Set(placesOf(one))].join('; '),
      one.createdAt,
      one.seenAt,
      one.days30,
      one.days90,
    ]),
  ])

const counted = `select count(*)::int as all, count(*) filter (where seen_at is null)::int as "neverSignedIn",
    (select count(distinct person)::int from visit_person v where v.universe = $1 and day > $2::date - 30) as active30,
    (select count(distinct person)::int from visit_person v where v.universe = $1 and day > $2::date - 90) as active90
  from membership where universe = $1 and state <> 'deactivated'`

/** How many people a universe has and how many of them use it. */
export async function countMembers(
  client: pg.PoolClient,
  universe: string,
  { today, peopleDays }: UsagePeriod,
): Promise<SurveyUsage['members']> {
  const columns = { all: number, neverSignedIn: number, active30: nullable(number), active90: nullable(number) }
  const { rows } = await query(client, columns, counted, [universe, today])
  const [found] = rows
  return {
    all: found?.all ?? 0,
    neverSignedIn: found?.neverSignedIn ?? 0,
    active30: peopleDays >= 30 ? (found?.active30 ?? 0) : null,
    active90: peopleDays >= 90 ? (found?.active90 ?? 0) : null,
  }
}
