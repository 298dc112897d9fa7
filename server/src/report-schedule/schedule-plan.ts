import type { ScheduleRule } from '@kaiku/contract/report-schedule.ts'
import { nextRun } from '@kaiku/core/schedule-time.ts'
import type pg from 'pg'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { assignmentsIn } from '../role/assignment.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { placeOwners } from './place-owner.ts'
import type { StoredSchedule } from './report-schedule.store.ts'

/** When it is due next after a moment, in the universe’s calendar; both milliseconds since 1970. Null: never. */
export async function nextOf(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  { rule, zone }: { readonly rule: ScheduleRule; readonly zone: string },
  after: number,
): Promise<number | null> {
  const { settings } = await readUniverse(client, universe)
  const { weekStart, fiscalYearStart, daysOff } = settings
  const { minutes, ...days } = rule
  return nextRun({ rule: days, minutes, zone, calendar: { weekStart, fiscalYearStart }, daysOff }, after)
}

/** Who gets it as things stand: the people it names, whoever has its roles, and whoever looks after its places, without those who want no more of it. */
export async function readersOf(stores: Stores, schedule: StoredSchedule): Promise<readonly string[]> {
  const { universe, people, roles, leftBy } = schedule
  const { service } = stores
  const given = await Promise.all(roles.map((role) => assignmentsIn(service, universe, { role })))
  const holders = await activeOf(service, universe, [
    ...given.flat().map(({ userId }) => userId),
    ...(await placeOwners(stores, schedule)),
  ])
  return [...new Set([...people, ...holders])].filter((person) => !leftBy.includes(person))
}

/** Those who are members still: of a role nobody is told who left, of people by name somebody asked. */
async function activeOf(service: pg.Pool, universe: string, people: readonly string[]): Promise<readonly string[]> {
  if (people.length === 0) return []
  const { rows } = await query(
    service,
    { id: text },
    `select p.id from membership m join person p on p.id = m.person
     where m.universe = $1 and p.id = any($2::uuid[]) and m.state <> 'deactivated' and p.deactivated_at is null`,
    [universe, people],
  )
  return rows.map(({ id }) => id)
}
