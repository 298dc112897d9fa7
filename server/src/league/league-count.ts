import type { LeagueShare } from '@kaiku/core/league.ts'
import { workingHoursBetween } from '@kaiku/core/working-hours.ts'
import { calendarOf } from '../alert-rule/alert-calendar.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { number, numbers, query, time } from '../db/rows.ts'
import { rootNumber } from '../dictionary/tree.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { stepNumber, stepSql } from '../sample/sample-step.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import type { Period } from '../selection/selection.ts'

/** What each player did in each round: by round, then by the player's node. */
export type CountedDeeds = readonly ReadonlyMap<number, LeagueShare>[]

type Fold = ReadonlyMap<number, number>

/** The day that an alert is of: its interview's, or that on which it was raised. */
const alertDay = (zone: string) => `coalesce(a.day, (a.created_at at time zone ${zone})::date)`

/** Alerts dealt with in time, of those of the round whose time is over. */
export const countAlerts = (asked: QueryContext, rounds: readonly Period[], fold: Fold): Promise<CountedDeeds> =>
  counted(asked, rounds, fold, 'a', (zone) => ({
    from: 'alert a',
    day: alertDay(zone),
    of: `a.due_at is not null and (a.state = 'solved' or a.due_at < now())`,
    part: `a.state = 'solved' and a.solved_at <= a.due_at`,
    where: 'a.withdrawn_at is null',
  }))

/** Who completed, of those asked in the round whom a message reached. */
export const countSamples = (asked: QueryContext, rounds: readonly Period[], fold: Fold): Promise<CountedDeeds> =>
  counted(asked, rounds, fold, 's', (zone) => ({
    from: 'sample s',
    day: `(coalesce(s.invited_at, s.created_at) at time zone ${zone})::date`,
    of: `${stepSql} >= ${stepNumber('reached')}`,
    part: `${stepSql} >= ${stepNumber('completed')}`,
    where: 'true',
  }))

type Counting = {
  readonly from: string
  readonly day: string
  readonly of: string
  readonly part: string
  readonly where: string
}

async function counted(
  { stores, dictionary, scope, scan }: QueryContext,
  rounds: readonly Period[],
  fold: Fold,
  alias: string,
  counting: (zone: string) => Counting,
): Promise<CountedDeeds> {
  const { values, bind } = binder()
  const { from, day, of, part, where } = counting(bind(dictionary.definition.settings.timeZone))
  const [begins, ends] = [bind(rounds.map((one) => one.from)), bind(rounds.map((one) => one.to))]
  const leaf = `coalesce(${alias}.leaves[${scan.selection.view.number}], ${rootNumber})`
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { leaf: number, round: number, of: number, part: number },
      `select ${leaf} as leaf, r.at::int as round,
         (count(*) filter (where ${of}))::int as of, (count(*) filter (where ${of} and ${part}))::int as part
       from ${from} join unnest(${begins}::date[], ${ends}::date[]) with ordinality as r(begins, ends, at)
         on ${day} between r.begins and r.ends
       where ${alias}.universe = ${bind(dictionary.universe)} and ${alias}.survey = ${bind(dictionary.survey)}
         and ${where} and ${scopeCondition(scope, bind, `${alias}.leaves`)} group by 1, 2`,
      values,
    ),
  )
  const found = rounds.map(() => new Map<number, LeagueShare>())
  for (const row of rows) {
    const [player, round] = [fold.get(row.leaf), found[row.round - 1]]
    if (player === undefined || !round) continue
    const known = round.get(player) ?? { part: 0, of: 0 }
    round.set(player, { part: known.part + row.part, of: known.of + row.of })
  }
  return found
}

/** Median working hours from when the round's alerts of these players were raised to when they were solved. */
export async function medianHours(
  { stores, dictionary, scope, scan }: QueryContext,
  round: Period,
  fold: Fold,
  players: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const { view } = scan.selection
  const { values, bind } = binder()
  const leaf = `coalesce(a.leaves[${view.number}], ${rootNumber})`
  const leaves = [...fold].flatMap(([node, player]) => (players.has(player) ? [node] : []))
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { leaf: number, leaves: numbers, raised: time, solved: time },
      `select ${leaf} as leaf, a.leaves, a.created_at as raised, a.solved_at as solved from alert a
       where a.universe = ${bind(dictionary.universe)} and a.survey = ${bind(dictionary.survey)} and a.withdrawn_at is null
         and a.state = 'solved' and a.solved_at is not null and ${leaf} = any(${bind(leaves)}::int[])
         and ${alertDay(bind(dictionary.definition.settings.timeZone))} between ${bind(round.from)}::date and ${bind(round.to)}::date
         and ${scopeCondition(scope, bind, 'a.leaves')}`,
      values,
    ),
  )
  const hours = new Map<number, number[]>()
  for (const { leaf: node, leaves: all, raised, solved } of rows) {
    const player = fold.get(node) ?? rootNumber
    const took = workingHoursBetween(calendarOf(dictionary, all), raised.getTime(), solved.getTime())
    hours.set(player, [...(hours.get(player) ?? []), took])
  }
  return new Map([...hours].map(([player, all]) => [player, middleOf(all)]))
}

function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}
