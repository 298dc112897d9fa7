import { dayIn } from '@kaiku/core/day.ts'
import { afterWorkingHours, usualHours } from '@kaiku/core/working-hours.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { addPastChange, backdateAlert, type PastOutcome, tellNobody } from '../alert/backdate-alert.ts'
import { raiseAlerts } from '../alert-raising/raise.ts'
import { inTransaction } from '../db/postgres.ts'
import { nullable, query, type RowOf, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { forgetUnsentMail } from '../mail/forget-mail.ts'
import { evaluatePlaces } from '../place-rule/evaluate.ts'
import { alertRules } from '../sample-survey/alert-rules.ts'
import { randomOf, type SampleRandom } from '../sample-survey/random.ts'

const raisedColumns = {
  id: text,
  universe: text,
  day: nullable(text),
  rule: text,
  owner: nullable(text),
} satisfies Shape

type Raised = RowOf<typeof raisedColumns>

const zone = 'Europe/Helsinki'
const hours = usualHours(zone)
const seed = 11
const dayMs = 86_400_000

/**
 * Raises what the sample’s rules ask for as if the answers had come on their days, and works on it, so that there are
 * alerts that are open, late, waiting and solved. `now`: milliseconds since 1970.
 */
export async function makeSampleAlerts(stores: Stores, now: number): Promise<void> {
  while ((await raiseAlerts(stores, now)).changes > 0);
  await settleAll(stores, now, 'node is null')
}

/** The same for what places say, once their figures are there. */
export async function makeSamplePlaceAlerts(stores: Stores, now: number): Promise<void> {
  await evaluatePlaces(stores, now)
  await settleAll(stores, now, 'node is not null')
}

async function settleAll({ service }: Stores, now: number, which: string): Promise<void> {
  const random = randomOf(seed)
  await inTransaction(service, async (client) => {
    const { rows } = await query(
      client,
      raisedColumns,
      `select id, universe, day::text, rule, owner from alert where version = 1 and ${which} order by interview, node, rule`,
    )
    for (const alert of rows) await settle(client, alert, random, now)
    await tellNobody(client, now)
    await forgetUnsentMail(client, 'sample.invalid')
  })
}

async function settle(client: pg.PoolClient, alert: Raised, random: SampleRandom, now: number): Promise<void> {
  const created = Math.min(now, momentIn(zone, alert.day ?? dayIn(zone, now - dayMs), random.whole(600, 1_080)))
  const due = [...alertRules.rules, ...alertRules.placeRules].find(({ id }) => id === alert.rule)?.due
  const dueAt = due === undefined ? null : afterWorkingHours(hours, created, due)
  const escalateAt = afterWorkingHours(hours, created, 9)
  await backdateAlert(client, alert, { at: created, dueAt, escalateAt })
  const begun = afterWorkingHours(hours, created, 0.2 + 9 * random.next() ** 2)
  const ended = afterWorkingHours(hours, begun, 0.2 + 26 * random.next() ** 2)
  const outcome = { rootCause: random.pick(alertRules.rootCauses).id, action: random.pick(alertRules.actions).id }
  // Drawn for each alert, whatever the time is: an hour later the same sample has come further.
  const [willTake, willSolve] = [random.next() < 0.9, random.next() < 0.85]
  const isTaken = alert.owner !== null && begun < now && willTake
  const isSolved = isTaken && ended < now && willSolve
  const change = (at: number, version: number, before: PastOutcome, after: PastOutcome) =>
    addPastChange(client, alert, { person: alert.owner, at, version, before, after })
  if (isTaken) await change(begun, 2, { state: 'open' }, { state: 'inProgress' })
  if (isSolved) await change(ended, 3, { state: 'inProgress' }, { state: 'solved', ...outcome })
  else if (isTaken && ended < now) await change(ended, 3, { state: 'inProgress' }, { state: 'waiting' })
}
