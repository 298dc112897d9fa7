import type { Day } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { z } from 'zod'
import { record } from '../audit/audit.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { interviewsBefore } from '../interview/stored-interview.ts'
import { eraseInterviews } from '../interview-erasure/erase-interview.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { listSurveys } from '../survey/survey.ts'
import { settingsOf } from '../universe/universe-settings.ts'
import { forgetExpired } from './forget-expired.ts'
import { noteRemoved } from './removal.ts'
import { firstKept, ruleOf } from './retention-rule.ts'

/** What erases what is kept no longer is called in certificates and in the audit log. */
const by = 'retention'
const erasedAtOnce = 5_000

/**
 * Removes what universes and their surveys keep no longer: interviews, each with its certificate, and who people are; who
 * says nothing keeps everything. Answers how many interviews. What is removed leaves the disk as other erasures do. `now`:
 * milliseconds since 1970; `only`: of this universe alone.
 */
export async function eraseExpired(stores: Stores, now: number, only: string | null = null): Promise<number> {
  const { rows } = await query(
    stores.service,
    { id: text, settings: json(z.record(z.string(), z.unknown())) },
    'select id, settings from universe where $1::uuid is null or id = $1',
    [only],
  )
  let erased = 0
  for (const { id, settings } of rows)
    for (const survey of await listSurveys(stores, id)) {
      const rule = ruleOf(survey, settingsOf(settings))
      if (rule.retentionDays !== null) erased += await eraseOld(stores, survey, rule.retentionDays, now)
      await forgetExpired(stores, survey, rule, now)
    }
  return erased
}

async function eraseOld(stores: Stores, survey: Dictionary, retentionDays: number, now: number): Promise<number> {
  const before = firstKept(survey, retentionDays, now)
  let erased = 0
  for (let last = erasedAtOnce; last === erasedAtOnce; erased += last)
    last = await eraseBefore(stores.pool, survey, before, now)
  if (erased > 0)
    await record(
      stores,
      { universe: survey.universe, userId: null, name: by, actingAs: null, address: '' },
      { action: 'data.erase', subject: survey.extName, after: { interviews: erased, before, retentionDays } },
    )
  return erased
}

const eraseBefore = (pool: pg.Pool, survey: Dictionary, day: Day, now: number): Promise<number> =>
  inUniverse(pool, survey.universe, async (client) => {
    const numbers = await interviewsBefore(client, survey, day, erasedAtOnce)
    const { length } = await eraseInterviews(client, survey, numbers, by)
    await noteRemoved(client, survey, 'interviews', length, now)
    if (length > 0) crashPoint('removed')
    return length
  })
