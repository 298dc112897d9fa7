import type { Form, FormQuota } from '@kaiku/contract/form.ts'
import type { QuotaFill } from '@kaiku/contract/form-draft.ts'
import { type Day, dayIn, startOf } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inTransaction } from '../db/postgres.ts'
import { json, number, oneOf, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { isDecided, meets } from '../form/form-plan.ts'
import type { FormAnswer } from './form-answer.store.ts'

/** A place that an answer has taken of a quota. */
const seat = z.object({ quota: z.string(), period: z.string() })
type Seat = z.output<typeof seat>

/** The first day of the period that runs; empty: the quota is one in total. */
const periodOf = ({ per }: Pick<FormQuota, 'per'>, today: Day): string => (per === 'total' ? '' : startOf(per, today))

const todayIn = ({ definition }: Dictionary) => dayIn(definition.settings.timeZone, Date.now())

/** How many answers count against the quotas of a form now. */
export async function quotaFills({ service }: Stores, dictionary: Dictionary, form: Form): Promise<QuotaFill[]> {
  if (form.quotas.length === 0) return []
  const { universe, survey } = dictionary
  const { rows } = await query(
    service,
    { quota: text, period: text, taken: number },
    'select quota, period, taken from form_quota where universe = $1 and survey = $2 and form = $3',
    [universe, survey, form.id],
  )
  const today = todayIn(dictionary)
  return form.quotas.map(({ id, per }) => {
    const row = rows.find(({ quota, period }) => quota === id && period === periodOf({ per }, today))
    return { form: form.id, quota: id, taken: row?.taken ?? 0 }
  })
}

/** Which quota is full of those that count somebody who has answered so much, however they go on; -1: none. */
export async function fullQuota(
  stores: Stores,
  dictionary: Dictionary,
  form: Form,
  stored: Answers,
  behind: number,
): Promise<number> {
  const counting = form.quotas.filter(({ when }) => isDecided(form, when, behind) && meets(dictionary, when, stored))
  if (counting.length === 0) return -1
  const fills = new Map((await quotaFills(stores, dictionary, form)).map(({ quota, taken }) => [quota, taken]))
  const full = counting.find(({ id, limit }) => (fills.get(id) ?? 0) >= limit)
  return full ? form.quotas.indexOf(full) : -1
}

/**
 * Takes a place of each of these quotas, all or none, in place of those that the answer has; one that has ended takes none.
 * Who sends at the same time waits, so that no quota is ever exceeded. The quota that is full; null: there were places.
 */
export async function takeSeats(
  { service }: Stores,
  dictionary: Dictionary,
  form: Form,
  answer: FormAnswer,
  quotas: readonly FormQuota[],
): Promise<FormQuota | null> {
  if (form.quotas.length === 0) return null
  const today = todayIn(dictionary)
  return inTransaction(service, async (client) => {
    await hold(client, answer)
    if (!(await release(client, answer))) return null
    const seats: Seat[] = []
    for (const quota of quotas) {
      const period = periodOf(quota, today)
      const { rows } = await query(
        client,
        { taken: number },
        'select taken from form_quota where universe = $1 and survey = $2 and form = $3 and quota = $4 and period = $5',
        [answer.universe, answer.survey, form.id, quota.id, period],
      )
      if ((rows[0]?.taken ?? 0) >= quota.limit) return quota
      seats.push({ quota: quota.id, period })
    }
    for (const one of seats) await count(client, answer, one, 1)
    await client.query('update form_answer set seats = $3 where universe = $1 and id = $2', [
      answer.universe,
      answer.id,
      JSON.stringify(seats),
    ])
    return null
  })
}

/** Gives back what an answer took that does not become a complete interview. */
export async function releaseSeats({ service }: Stores, answer: FormAnswer): Promise<void> {
  await inTransaction(service, async (client) => {
    await hold(client, answer)
    await release(client, answer)
  })
}

/** Until the transaction ends, nobody else counts against quotas of the survey. */
const hold = (client: pg.PoolClient, { survey }: FormAnswer) =>
  client.query('select pg_advisory_xact_lock(hashtext($1), $2)', ['form quota', survey])

/** False: the answer has ended, and what it took stays taken. */
async function release(client: pg.PoolClient, answer: FormAnswer): Promise<boolean> {
  const { rows } = await query(
    client,
    { seats: json(z.array(seat)), state: oneOf('open', 'done', 'partial', 'screenedOut', 'full') },
    'select seats, state from form_answer where universe = $1 and id = $2 for update',
    [answer.universe, answer.id],
  )
  const [found] = rows
  if (found?.state !== 'open') return false
  for (const one of found.seats) await count(client, answer, one, -1)
  await client.query(`update form_answer set seats = '[]' where universe = $1 and id = $2`, [
    answer.universe,
    answer.id,
  ])
  return true
}

const count = (client: pg.PoolClient, answer: FormAnswer, { quota, period }: Seat, by: 1 | -1) =>
  client.query(
    `insert into form_quota as q (universe, survey, form, quota, period, taken) values ($1, $2, $3, $4, $5, greatest($6, 0))
     on conflict (universe, survey, form, quota, period) do update set taken = greatest(q.taken + $6, 0)`,
    [answer.universe, answer.survey, answer.form, quota, period, by],
  )
