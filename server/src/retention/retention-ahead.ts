import type { Definition } from '@kaiku/contract/definition.ts'
import type { RemovedAnew, RetentionAhead, removedKinds } from '@kaiku/contract/retention.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { bool, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isEverywhere, scopeOf } from '../selection/scope.ts'
import { listSurveys } from '../survey/survey.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import * as kept from './kept-row.ts'
import { questionsOf, type RetentionRule, ruleOf } from './retention-rule.ts'

type Kind = (typeof removedKinds)[number]
type Counts = Partial<Record<Kind, number>>

/** Days ahead that are looked at. */
const horizon = 365

/**
 * What would be removed tonight by this rule and those of the surveys, and of what is there now in the months to come. Of
 * protected surveys about so many interviews, and no contacts or answers of them. `now`: milliseconds since 1970.
 */
export async function retentionAhead(
  stores: Stores,
  universe: string,
  rule: RetentionRule,
  now: number,
): Promise<RetentionAhead> {
  const tonight: Counts = {}
  const months = new Map<string, Counts>()
  const add = (counts: Counts, what: Kind, count: number) => {
    counts[what] = (counts[what] ?? 0) + count
  }
  for (const survey of await listSurveys(stores, universe))
    for (const { what, month, isTonight, count } of await aheadOf(stores, survey, ruleOf(survey, rule), now)) {
      const counts = isTonight ? tonight : (months.get(month) ?? {})
      add(counts, what, count)
      if (!isTonight) months.set(month, counts)
    }
  const named = [...months].map(([month, counts]) => ({ month, counts }))
  return { tonight, months: named.sort((a, b) => (a.month < b.month ? -1 : 1)) }
}

/**
 * What a survey's next definition removes in the coming night that its present one keeps; null: it has none. `now`:
 * milliseconds since 1970.
 */
export async function removedBy(
  stores: Stores,
  who: Viewer,
  survey: Dictionary,
  definition: Definition | null,
  now: number,
): Promise<RemovedAnew> {
  if (!definition) return {}
  const isCounted = isEverywhere(scopeOf(who, survey, 'editConfiguration'))
  const { settings } = await readUniverse(stores.service, survey.universe)
  const [before, after] = [ruleOf(survey, settings), ruleOf({ definition }, settings)]
  const shorter = (key: keyof RetentionRule) =>
    after[key] !== null && after[key] < (before[key] ?? Number.POSITIVE_INFINITY) ? after[key] : null
  const rule = {
    retentionDays: shorter('retentionDays'),
    contactDays: shorter('contactDays'),
    personalDays: shorter('personalDays'),
  }
  const removed: RemovedAnew = {}
  if (Object.values(rule).every((days) => days === null)) return removed
  for (const { what, isTonight, count } of await aheadOf(stores, survey, rule, now))
    if (isTonight) removed[what] = isCounted ? (removed[what] ?? 0) + count : null
  return removed
}

type Part = { readonly what: Kind; readonly month: string; readonly isTonight: boolean; readonly count: number }

async function aheadOf(
  { pool, service }: Stores,
  survey: Dictionary,
  { retentionDays, contactDays, personalDays }: RetentionRule,
  now: number,
): Promise<Part[]> {
  const { protection, timeZone } = survey.definition.settings
  const today = dayIn(timeZone, now)
  const parts: Part[] = []
  const look = async (
    client: pg.Pool | pg.PoolClient,
    what: Kind,
    days: number | null,
    rows: string,
    values: readonly unknown[],
  ) => {
    if (days === null) return
    const at = values.length + 3
    const found = await query(
      client,
      { month: text, isTonight: bool, count: number },
      `select to_char(greatest(r.day + $${at}::int + 1, $${at + 1}::date), 'YYYY-MM') as month,
         r.day + $${at}::int < $${at + 1}::date as "isTonight", count(*)::int as count
       from (${rows}) r where r.day + $${at}::int < $${at + 1}::date + ${horizon} group by 1, 2`,
      [survey.universe, survey.survey, ...values, days, today],
    )
    parts.push(...found.rows.map((row) => Object.assign(row, { what })))
  }
  const [contacts, personal] = [questionsOf(survey, 'contacts'), questionsOf(survey, 'personal')]
  await inUniverse(pool, survey.universe, async (client) => {
    await look(client, 'interviews', retentionDays, protection ? kept.releasedInterviews : kept.interviews, [])
    if (!protection) {
      await look(client, 'contacts', contactDays, kept.forgettable, [kept.everAfter, contacts, true])
      await look(client, 'answers', personalDays, kept.forgettable, [kept.everAfter, personal, false])
    }
    await look(client, 'samples', contactDays, kept.samples, [[...contacts, ...personal]])
    await look(client, 'letters', contactDays, kept.letters, [kept.everAfter])
    if (!protection) await look(client, 'replies', contactDays, kept.replies, [kept.everAfter])
  })
  await look(service, 'messages', contactDays, kept.messages, [kept.everAfter])
  return parts
}
