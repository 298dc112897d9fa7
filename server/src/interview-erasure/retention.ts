import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { z } from 'zod'
import { record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { interviewsBefore } from '../interview/stored-interview.ts'
import { listSurveys } from '../survey/survey.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import { eraseInterviews } from './erase-interview.ts'

/** What erases what is kept no longer is called in certificates and in the audit log. */
const by = 'retention'
const erasedAtOnce = 5_000

/** The first day whose interviews stay when they are kept for this many days, in the survey's zone. */
const firstKept = ({ definition }: Dictionary, days: number, now: number): Day =>
  addDays(dayIn(definition.settings.timeZone, now), -days)

/**
 * How many interviews of a universe would be erased if they were kept for this many days; of protected surveys about so
 * many. One without a day counts from when it came. `now`: milliseconds since 1970.
 */
export async function countExpired(stores: Stores, universe: string, days: number, now: number): Promise<number> {
  const surveys = await listSurveys(stores, universe)
  return inUniverse(stores.pool, universe, async (client) => {
    let count = 0
    for (const survey of surveys) count += await countBefore(client, survey, firstKept(survey, days, now))
    return count
  })
}

/** Days ahead for which it is told what goes until then. */
const ahead = [7, 30, 90, 365]
const millisecondsPerDay = 86_400_000

/** As `countExpired`, and how many until some later days; tells no more than the same question for fewer days. */
export async function expiryAhead(stores: Stores, universe: string, days: number, now: number) {
  const interviews = await countExpired(stores, universe, days, now)
  const later: { readonly until: Day; readonly interviews: number }[] = []
  for (const more of ahead.filter((one) => one < days)) {
    const then = now + more * millisecondsPerDay
    later.push({ until: dayIn('UTC', then), interviews: await countExpired(stores, universe, days, then) })
  }
  return { interviews, ahead: later }
}

async function countBefore(client: pg.PoolClient, dictionary: Dictionary, day: Day): Promise<number> {
  const { universe, survey, definition } = dictionary
  const { rows } = await query(
    client,
    { count: number },
    definition.settings.protection
      ? releasedBefore
      : `select count(*)::int as count from interview
         where universe = $1 and survey = $2 and coalesce(day, uuid_extract_timestamp(id)::date) < $3`,
    [universe, survey, day],
  )
  return rows[0]?.count ?? 0
}

/**
 * Of a protected survey whole groups, by the first day of their period, or on which the first of them came: the days of
 * single ones tell who has answered since somebody looked last.
 */
const releasedBefore = `select coalesce(sum(n), 0)::int as count from (
  select count(*) as n, min(coalesce(p.day, uuid_extract_timestamp(i.id)::date)) as first
  from protected_interview p join interview i using (universe, survey, number)
  where universe = $1 and survey = $2 group by p.of_group) g where first < $3`

/**
 * Erases what universes keep no longer, each interview with its certificate; universes that say nothing keep everything.
 * Answers how many. What is erased leaves the disk as other erasures do. `only`: of this universe alone.
 */
export async function eraseExpired(stores: Stores, now: number, only: string | null = null): Promise<number> {
  const { rows } = await query(
    stores.service,
    { id: text, settings: json(z.record(z.string(), z.unknown())) },
    `select id, settings from universe where settings ->> 'retentionDays' is not null and ($1::uuid is null or id = $1)`,
    [only],
  )
  let erased = 0
  for (const { id, settings } of rows) {
    const { retentionDays } = settingsOf(settings)
    if (retentionDays === null) continue
    for (const survey of await listSurveys(stores, id)) erased += await eraseOld(stores, survey, retentionDays, now)
  }
  return erased
}

async function eraseOld(stores: Stores, survey: Dictionary, retentionDays: number, now: number): Promise<number> {
  const before = firstKept(survey, retentionDays, now)
  let erased = 0
  for (let last = erasedAtOnce; last === erasedAtOnce; erased += last)
    last = await eraseBefore(stores.pool, survey, before)
  if (erased > 0)
    await record(
      stores,
      { universe: survey.universe, userId: null, name: by, actingAs: null, address: '' },
      { action: 'data.erase', subject: survey.extName, after: { interviews: erased, before, retentionDays } },
    )
  return erased
}

const eraseBefore = (pool: pg.Pool, survey: Dictionary, day: Day): Promise<number> =>
  inUniverse(pool, survey.universe, async (client) => {
    const numbers = await interviewsBefore(client, survey, day, erasedAtOnce)
    return (await eraseInterviews(client, survey, numbers, by)).length
  })
