import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import type { Episode } from '@kaiku/core/alert-episode.ts'
import type { Day } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const placeEpisodeColumns = { since: text, until: nullable(text), node: number } satisfies Shape

export type PlaceEpisode = Episode & { readonly node: number }

/** The last day that a rule was evaluated for; null: none yet. `lock`: nobody else evaluates it until the transaction ends. */
export async function ruleDay(
  client: pg.Pool | pg.PoolClient,
  { universe, survey }: Dictionary,
  { id }: Pick<PlaceRule, 'id'>,
  lock: 'lock' | 'look',
): Promise<Day | null> {
  if (lock === 'lock')
    await client.query(
      'insert into alert_rule_day (universe, survey, rule) values ($1, $2, $3) on conflict do nothing',
      [universe, survey, id],
    )
  const { rows } = await query(
    client,
    { day: nullable(text) },
    `select day::text from alert_rule_day where universe = $1 and survey = $2 and rule = $3
     ${lock === 'lock' ? 'for update' : ''}`,
    [universe, survey, id],
  )
  return rows[0]?.day ?? null
}

export const setRuleDay = (
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  { id }: Pick<PlaceRule, 'id'>,
  day: Day,
) =>
  client.query('update alert_rule_day set day = $4 where universe = $1 and survey = $2 and rule = $3', [
    universe,
    survey,
    id,
    day,
  ])

/** For how long a rule has held at nodes of a view, the earliest first. */
export async function episodesOf(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  { id }: Pick<PlaceRule, 'id'>,
  view: string,
): Promise<PlaceEpisode[]> {
  const { rows } = await query(
    client,
    placeEpisodeColumns,
    `select node, since::text, until::text from alert_episode
     where universe = $1 and survey = $2 and rule = $3 and view = $4 order by since`,
    [universe, survey, id, view],
  )
  return rows
}

/** Keeps episodes as they are now: those that are new, and the ends of those that lasted. */
export async function keepEpisodes(
  client: pg.PoolClient,
  { universe, survey }: Dictionary,
  { id }: Pick<PlaceRule, 'id'>,
  view: string,
  episodes: readonly PlaceEpisode[],
): Promise<void> {
  if (episodes.length === 0) return
  await client.query(
    `insert into alert_episode (universe, survey, rule, view, node, since, until)
     select $1, $2, $3, $4, e.node, e.since, e.until
     from jsonb_to_recordset($5::jsonb) as e(node int, since date, until date)
     on conflict (universe, survey, rule, view, node, since) do update set until = excluded.until`,
    [universe, survey, id, view, JSON.stringify(episodes)],
  )
}
