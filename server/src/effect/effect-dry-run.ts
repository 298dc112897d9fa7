import type { RunReason } from '@kaiku/contract/effect.ts'
import type { EffectBlock, PersonEffect } from '@kaiku/contract/effect-block.ts'
import { addDays, type Day } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import { lookBack } from '../alert-rule/dry-run.ts'
import { ConditionScripts } from '../condition-script/condition-script.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { judgePeople } from '../effect-message/judge-people.ts'
import type { Period } from '../selection/selection.ts'
import { happeningColumns, happeningShape, happeningTables, judgeAlerts } from './alert-happening.ts'
import { type Asked, keyedEffects } from './asked-effect.ts'
import { type BlockOn, blocksOn, judgeBlocks, triggerOf } from './judge-blocks.ts'
import { cameColumns, cameShape, judgeSamples } from './sample-happening.ts'

/** Somebody whom a block would have touched. */
type Touched = Asked & {
  readonly interviewId: string | null
  readonly day: Day
  readonly leaves: readonly number[]
  /** All effects of the block were asked for already. */
  readonly isTouched: boolean
  /** Whether each effect that writes to people would reach somebody, and why not; null: it would. */
  readonly people: readonly { readonly effect: PersonEffect['type']; readonly reason: RunReason | null }[]
}

export type EffectDryRun = {
  /** Interviews of the days; of a block on alerts or samples, what became of alerts, and samples that came. */
  readonly looked: number
  readonly touched: readonly Touched[]
  readonly isCut: boolean
  /** On how many its script failed: none of them meets it. */
  readonly failed: number
}

/** Whom a block of a survey would have touched over some days, the newest first; touches nobody. */
export async function dryRunBlock(
  stores: Stores,
  dictionary: Dictionary,
  block: EffectBlock,
  period: Period,
  now = Date.now(),
): Promise<EffectDryRun> {
  const alone = Object.assign({}, dictionary, {
    definition: Object.assign({}, dictionary.definition, { effects: [Object.assign({}, block, { isOn: true })] }),
  })
  const scripts = new ConditionScripts(dictionary, { whose: 'people' })
  const [onAlerts] = blocksOn(alone, 'alert')
  const [onSamples] = blocksOn(alone, 'sample')
  const run = onAlerts
    ? await overAlerts(stores, alone, onAlerts, period, scripts)
    : onSamples
      ? await overSamples(stores, alone, onSamples, period, scripts)
      : await overInterviews(
          stores,
          alone,
          [...blocksOn(alone, 'interview'), ...blocksOn(alone, 'timer')],
          period,
          scripts,
        )
  const people = await judgePeople(stores, dictionary, block, run.found, now)
  const there = await askedAlready(stores, dictionary, block, run.found)
  return {
    looked: run.looked,
    isCut: run.isCut,
    failed: block.script === undefined ? 0 : (scripts.faults.get(block.script)?.size ?? 0),
    touched: run.found.map((one, at) =>
      Object.assign({}, one, {
        isTouched: there.has(one.subject),
        people: people.map(({ effect, left }) => ({ effect, reason: left[at] ?? null })),
      }),
    ),
  }
}

type Found = {
  readonly looked: number
  readonly isCut: boolean
  readonly found: readonly Omit<Touched, 'isTouched' | 'people'>[]
}

async function overInterviews(
  stores: Stores,
  dictionary: Dictionary,
  blocks: readonly EffectBlock[],
  period: Period,
  scripts: ConditionScripts,
): Promise<Found> {
  if (blocks.length === 0) return { looked: 0, isCut: false, found: [] }
  const { interviews, found, isCut } = await lookBack(
    ...([stores, dictionary, blocks.map(triggerOf), period] as const),
    async (client, rows) => {
      const known = new Map(rows.map((row) => [row.number, row]))
      return (await judgeBlocks(client, dictionary, blocks, rows, scripts)).flatMap((asked) => {
        const row = known.get(asked.subject)
        if (!row) return []
        return [Object.assign({}, asked, { interviewId: row.interviewId, day: row.newsDay, leaves: row.leaves })]
      })
    },
  )
  return { looked: interviews, isCut, found }
}

const mostLookedAt = 50_000

async function overAlerts(
  { pool }: Stores,
  dictionary: Dictionary,
  block: BlockOn<'alert'>,
  { from, to }: Period,
  scripts: ConditionScripts,
): Promise<Found> {
  const { universe, survey, definition } = dictionary
  const { timeZone } = definition.settings
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      Object.assign({ interviewId: nullable(text) }, happeningShape),
      `select ${happeningColumns('$3')}, i.id as "interviewId" from alert_event e ${happeningTables}
       where e.universe = $1 and a.survey = $2 and not a.backfilled and e.at >= $4 and e.at < $5
         and (e.kind = 'created' or e.kind = 'changed' and e.after ? 'state')
       order by e.id desc limit ${mostLookedAt + 1}`,
      [universe, survey, timeZone, beginOf(timeZone, from), beginOf(timeZone, addDays(to, 1))],
    ),
  )
  const looked = rows.slice(0, mostLookedAt)
  const ids = new Map(looked.map(({ id, interviewId }) => [id, interviewId]))
  const found = (await judgeAlerts(dictionary, [block], looked, scripts)).map(({ happened, ...asked }) =>
    Object.assign(asked, {
      interviewId: ids.get(happened.id) ?? null,
      day: happened.happenedOn,
      leaves: happened.leaves,
    }),
  )
  return { looked: looked.length, isCut: rows.length > mostLookedAt, found }
}

const beginOf = (zone: string, day: Day) => new Date(momentIn(zone, day, 0)).toISOString()

async function overSamples(
  { pool }: Stores,
  dictionary: Dictionary,
  block: BlockOn<'sample'>,
  { from, to }: Period,
  scripts: ConditionScripts,
): Promise<Found> {
  const { universe, survey, definition } = dictionary
  const { timeZone } = definition.settings
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      cameShape,
      `select ${cameColumns('$3')} from sample s
       where s.universe = $1 and s.survey = $2 and s.created_at >= $4 and s.created_at < $5
       order by s.id desc limit ${mostLookedAt + 1}`,
      [universe, survey, timeZone, beginOf(timeZone, from), beginOf(timeZone, addDays(to, 1))],
    ),
  )
  const looked = rows.slice(0, mostLookedAt)
  const found = (await judgeSamples(dictionary, [block], looked, scripts)).map(({ came, ...asked }) =>
    Object.assign(asked, { interviewId: null, day: came.cameOn, leaves: came.leaves }),
  )
  return { looked: looked.length, isCut: rows.length > mostLookedAt, found }
}

/** Subjects of which every effect of a block was asked for. */
async function askedAlready(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  block: EffectBlock,
  found: readonly Pick<Asked, 'subject'>[],
): Promise<ReadonlySet<string>> {
  const keys = keyedEffects(block).map(({ key }) => key)
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { subject: text },
      `select subject from effect_run
       where universe = $1 and survey = $2 and block = $3 and subject = any($4) and effect = any($5)
       group by subject having count(*) = $6`,
      [universe, survey, block.id, found.map(({ subject }) => subject), keys, keys.length],
    ),
  )
  return new Set(rows.map(({ subject }) => subject))
}
