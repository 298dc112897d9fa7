import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import { momentIn, weekdayOf } from '@kaiku/core/zoned-time.ts'
import type pg from 'pg'
import { lookBack } from '../alert-rule/dry-run.ts'
import type { Happened } from '../alert-rule/trigger.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { noteConditionFaults, openConditions } from '../condition-script/condition-standing.ts'
import { inTransaction } from '../db/postgres.ts'
import { number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { caughtUp } from '../projection/pending.ts'
import type { Period } from '../selection/selection.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { askFor } from './asked-effect.ts'
import { type BlockOn, blocksOn, judgeBlocks, triggerOf } from './judge-blocks.ts'

/** In SQL, surveys `s` whose blocks may name a timer. */
const surveysThatTime = `from survey s join definition_file f
    on (f.universe, f.survey, f.version, f.path) = (s.universe, s.number, s.version, 'effects.json')
  where position('"timer"' in f.text) > 0`

/** Holds interviews against blocks with a timer, each at its hour. */
export const effectTimers: RecurringWork = {
  name: 'effect timers',
  of: 'universe',
  when: { every: 30_000 },
  wanted: `select s.universe ${surveysThatTime}`,
  run: async ({ stores, universe, now, stopped }) => {
    await runTimers(stores, now, universe, stopped)
    return null
  },
}

type Timed = BlockOn<'timer'>

/** More than a day has. */
const everyInterview = 1_000_000_000

/** The last day on which a timer was due at a moment, milliseconds since 1970. */
function lastDue({ event: { every, weekday, at } }: Timed, zone: string, now: number): Day {
  const minutes = Number(at.slice(0, 2)) * 60 + Number(at.slice(3))
  let due = dayIn(zone, now)
  const isDue = () => momentIn(zone, due, minutes) <= now && (every === 'day' || weekdayOf(due) === weekday)
  while (!isDue()) due = addDays(due, -1)
  return due
}

/** The days whose interviews a timer looks at. */
export const daysOfTimer = ({ event: { days } }: Timed, due: Day): Period => ({
  from: addDays(due, -days),
  to: addDays(due, -1),
})

/**
 * Asks for the effects of the blocks of a universe whose hour has come, once all that is committed is in the figures. A
 * new block begins with its next hour. Answers on how many interviews.
 */
export async function runTimers(stores: Stores, now: number, universe: string, signal?: AbortSignal): Promise<number> {
  let asked = 0
  for (const survey of await surveysWithTimers(stores, universe)) {
    const dictionary = await surveyByNumber(stores, survey)
    for (const block of blocksOn(dictionary, 'timer')) {
      const due = lastDue(block, dictionary.definition.settings.timeZone, now)
      const done = await doneFor(stores.service, dictionary, block.id)
      if (done !== null && done >= due) continue
      if (done === null) {
        await inTransaction(stores.service, (client) => advance(client, dictionary, block.id, due))
        continue
      }
      await caughtUp(stores, survey, signal)
      asked += await runTimer(stores, dictionary, block, { due, now }, signal)
    }
  }
  return asked
}

/** Those whose blocks may name a timer: reading all definitions whole each minute would be in vain. */
async function surveysWithTimers({ service }: Stores, universe: string): Promise<number[]> {
  const { rows } = await query(
    service,
    { number },
    `select s.number ${surveysThatTime} and s.universe = $1 order by s.number`,
    [universe],
  )
  return rows.map((row) => row.number)
}

async function doneFor(service: pg.Pool, { universe, survey }: Dictionary, block: string): Promise<Day | null> {
  const { rows } = await query(
    service,
    { day: text },
    'select day::text from effect_timer where universe = $1 and survey = $2 and block = $3',
    [universe, survey, block],
  )
  return rows[0]?.day ?? null
}

/** False: somebody else ran it for this day. */
async function advance(client: pg.PoolClient, { universe, survey }: Dictionary, block: string, day: Day) {
  const { rowCount } = await client.query(
    `insert into effect_timer (universe, survey, block, day) values ($1, $2, $3, $4)
     on conflict (universe, survey, block) do update set day = excluded.day where effect_timer.day < excluded.day`,
    [universe, survey, block, day],
  )
  return rowCount === 1
}

/**
 * Day by day and some at a time, so that all are looked at, however many there are. Broken off, it begins again: what was
 * asked for is not asked for twice. That the timer has run is written last.
 */
async function runTimer(
  stores: Stores,
  dictionary: Dictionary,
  block: Timed,
  { due, now }: { readonly due: Day; readonly now: number },
  signal: AbortSignal | undefined,
): Promise<number> {
  const scripts = await openConditions(stores.service, dictionary, [block])
  const { from, to } = daysOfTimer(block, due)
  let asked = 0
  const judgeSome = async (client: pg.PoolClient, rows: readonly Happened[]) => {
    signal?.throwIfAborted()
    const found = await judgeBlocks(client, dictionary, [block], rows, scripts)
    asked += await inTransaction(stores.service, (service) => askFor(service, dictionary, found, { now }))
    crashPoint('timed')
    return []
  }
  for (let day = to; day >= from; day = addDays(day, -1))
    await lookBack(stores, dictionary, [triggerOf(block)], { from: day, to: day }, judgeSome, everyInterview)
  await inTransaction(stores.service, async (client) => {
    if (await advance(client, dictionary, block.id, due)) await noteConditionFaults(client, dictionary, scripts)
  })
  return asked
}
