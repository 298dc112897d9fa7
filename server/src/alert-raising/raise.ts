import { dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { raisingOf, storeAlerts } from '../alert/store-alerts.ts'
import { followMoved } from '../alert/stored-alert.ts'
import { hasRules, judge, type Raised } from '../alert-rule/judge.ts'
import { firstRecent, happenedColumns, happenedShape, newsDay } from '../alert-rule/trigger.ts'
import type { ConditionScripts } from '../condition-script/condition-script.ts'
import { noteConditionFaults, openConditions } from '../condition-script/condition-standing.ts'
import { inTransaction } from '../db/postgres.ts'
import { bool, int8, number as numberColumn, query, type Shape } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type Asked, askFor } from '../effect/asked-effect.ts'
import { blocksOn, judgeBlocks } from '../effect/judge-blocks.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { type Position, settledAfter } from '../projection/truth-rows.ts'
import { surveyByNumber } from '../survey/survey.ts'

const positionColumns = { tx: int8, seq: int8 } satisfies Shape

const changeColumns = { tx: int8, seq: int8, survey: numberColumn, number: int8, placed: bool } satisfies Shape

type Change = Position & { readonly survey: number; readonly number: string; readonly placed: boolean }
type Looked = { readonly changes: number; readonly raised: number }
/** What the rules and the effect blocks of a survey ask for. */
type Judgement = {
  readonly raised: readonly Raised[]
  readonly asked: readonly Asked[]
  readonly scripts: Pick<ConditionScripts, 'faults'>
}

const atOnce = 1_000

/**
 * Looks at the next committed changes of interviews, raises what the rules ask for, and asks for the effects of blocks. All
 * that and how far it has come are one transaction, so nothing is raised twice and nothing is left out, whenever it dies.
 */
export async function raiseAlerts(stores: Stores, now: number): Promise<Looked> {
  const { from, changes } = await nextChanges(stores.service)
  const last = changes.at(-1)
  if (!last) return { changes: 0, raised: 0 }
  const surveys: (Judgement & { dictionary: Dictionary; moved: string[] })[] = []
  for (const survey of new Set(changes.map((change) => change.survey))) {
    const dictionary = await surveyByNumber(stores, survey)
    const own = changes.filter((change) => change.survey === survey)
    const moved = [...new Set(own.map(({ number }) => number))]
    const judged = await judgeChanges(stores, dictionary, own, now)
    surveys.push(Object.assign({ dictionary, moved }, judged))
  }
  crashPoint('judged')
  const raised = await inTransaction(stores.service, async (client) => {
    const { rowCount } = await client.query(
      'update alert_cursor set tx = $1, seq = $2 where (tx, seq) = ($3::xid8, $4::bigint)',
      [last.tx, last.seq, from.tx, from.seq],
    )
    // Somebody else looked at these meanwhile.
    if (rowCount === 0) return 0
    let count = 0
    for (const survey of surveys) {
      count += await storeAlerts(client, survey.dictionary, survey.raised.map(raisingOf), { now })
      await askFor(client, survey.dictionary, survey.asked, { now })
      await noteConditionFaults(client, survey.dictionary, survey.scripts)
      await followMoved(client, survey.dictionary, survey.moved)
    }
    crashPoint('raised')
    return count
  })
  if (raised >= enoughToMatter) await learnSizes(stores.service)
  return { changes: changes.length, raised }
}

const enoughToMatter = 50

/** Before PostgreSQL has counted a new table it takes it for tiny, and reads all of it where it should look up one row. */
async function learnSizes(service: pg.Pool): Promise<void> {
  const { rows } = await query(
    service,
    { known: bool },
    `select reltuples >= 1000 as known from pg_class where oid = 'alert'::regclass`,
  )
  if (!rows[0]?.known) await service.query('analyze alert, alert_event')
}

/** What was committed since, as far as nothing can come before it any more. */
async function nextChanges(service: pg.Pool): Promise<{ from: Position; changes: Change[] }> {
  const cursor = await query(service, positionColumns, 'select tx, seq from alert_cursor')
  const [from] = cursor.rows
  if (!from) throw new Error('the cursor of alerts is gone')
  const { rows } = await query(
    service,
    changeColumns,
    `select tx, seq, survey, number, placed from interview_change
     where ${settledAfter('$1::xid8', '$2::bigint')}
     order by tx, seq limit ${atOnce}`,
    [from.tx, from.seq],
  )
  return { from, changes: rows }
}

async function judgeChanges(
  { service }: Stores,
  dictionary: Dictionary,
  changes: readonly Change[],
  now: number,
): Promise<Judgement> {
  const { universe, survey, definition } = dictionary
  const blocks = blocksOn(dictionary, 'interview')
  if (!hasRules(dictionary) && blocks.length === 0) return { raised: [], asked: [], scripts: { faults: new Map() } }
  const today = dayIn(definition.settings.timeZone, now)
  const numbers = [...new Set(changes.filter(({ placed }) => !placed).map(({ number }) => number))]
  const { rows } = await query(
    service,
    happenedShape,
    `select ${happenedColumns(dictionary)} from interview
     where universe = $1 and survey = $2 and number = any($3) and ${newsDay(dictionary)} >= $4 order by number`,
    [universe, survey, numbers, firstRecent(dictionary, today)],
  )
  const scripts = await openConditions(service, dictionary, [...definition.alertRules.rules, ...blocks])
  return {
    raised: await judge(service, service, dictionary, rows, () => now, scripts),
    asked: await judgeBlocks(service, dictionary, blocks, rows, scripts),
    scripts,
  }
}
