import { storedLocalised } from '@kaiku/contract/localised.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, number, query } from '../db/rows.ts'
import { rootNumber } from '../dictionary/tree.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import type { Period } from '../selection/selection.ts'

/** What effects awarded points for: how often, and how many together. */
export type Award = { readonly title: string; readonly times: number; readonly points: number }

/**
 * Points that effects awarded to players in each round, the most first: by round, then by the player's node. They stand on
 * the day of the interview, or on that on which it happened to the alert. An interview that is gone and an alert that was
 * withdrawn take their points with them.
 */
export async function countAwards(
  { stores, dictionary, scope, scan, translate }: QueryContext,
  rounds: readonly Period[],
  fold: ReadonlyMap<number, number>,
): Promise<readonly ReadonlyMap<number, readonly Award[]>[]> {
  const { values, bind } = binder()
  const zone = bind(dictionary.definition.settings.timeZone)
  const [begins, ends] = [bind(rounds.map((one) => one.from)), bind(rounds.map((one) => one.to))]
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { leaf: number, round: number, title: json(storedLocalised), times: number, points: number },
      `with awarded as (
        select coalesce(i.leaves, a.leaves) as leaves, e.block_title as title, (e.asked ->> 'points')::int as points,
          coalesce(case when a.id is null then i.day end, (coalesce(h.at, e.at) at time zone ${zone})::date) as day
        from effect_run e
        left join interview i on (i.universe, i.survey, i.number) = (e.universe, e.survey, e.interview)
        left join alert a on (a.universe, a.id) = (e.universe, e.alert) and a.withdrawn_at is null
        left join alert_event h on h.universe = a.universe and h.id::text = e.subject
        where e.universe = ${bind(dictionary.universe)} and e.survey = ${bind(dictionary.survey)}
          and e.asked ->> 'type' = 'points' and e.state = 'done' and (e.alert is null or a.id is not null))
      select coalesce(d.leaves[${scan.selection.view.number}], ${rootNumber}) as leaf, r.at::int as round, d.title,
        count(*)::int as times, sum(d.points)::int as points
      from awarded d join unnest(${begins}::date[], ${ends}::date[]) with ordinality as r(begins, ends, at)
        on d.day between r.begins and r.ends
      where ${scopeCondition(scope, bind, 'd.leaves')} group by 1, 2, 3`,
      values,
    ),
  )
  const found = rounds.map(() => new Map<number, Map<string, Award>>())
  for (const { leaf, round: at, title: written, times, points } of rows) {
    const [player, round] = [fold.get(leaf), found[at - 1]]
    if (player === undefined || !round) continue
    const awards = round.get(player) ?? new Map<string, Award>()
    const title = translate(written)
    const known = awards.get(title)
    awards.set(title, { title, times: times + (known?.times ?? 0), points: points + (known?.points ?? 0) })
    round.set(player, awards)
  }
  return found.map(
    (round) => new Map([...round].map(([player, awards]) => [player, [...awards.values()].sort(byPoints)])),
  )
}

const byPoints = (a: Award, b: Award) => b.points - a.points || (a.title < b.title ? -1 : 1)
