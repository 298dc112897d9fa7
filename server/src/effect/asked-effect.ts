import type { Effect, EffectBlock } from '@kaiku/contract/effect-block.ts'
import type pg from 'pg'
import { number, query } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** A block that something meets: an interview, a sample, or a change of an alert about an interview or a place. */
export type Asked = {
  readonly block: EffectBlock
  /** The interview by its number, the sample or the change by its id: of each an effect follows once. */
  readonly subject: string
  readonly interview: string | null
  readonly alert: string | null
  readonly sample: string | null
}

/** The effects of a block, each by its type and from the second of a type on by its ordinal: their order means nothing. */
export const keyedEffects = ({ effects }: EffectBlock): readonly { readonly key: string; readonly effect: Effect }[] =>
  effects.map((effect, at) => {
    const before = effects.slice(0, at).filter(({ type }) => type === effect.type).length
    return { key: before === 0 ? effect.type : `${effect.type} ${before + 1}`, effect }
  })

/** `backfilled`: for days that are past. `now`: milliseconds since 1970. */
type How = { readonly now: number; readonly backfilled?: boolean }

/**
 * Asks for the effects of blocks that were not asked for yet, in the client's transaction; answers of how many blocks and
 * subjects. An alert was raised by the rule that stands for its block; points are what their runs say (`league-award.ts`).
 */
export async function askFor(
  client: pg.PoolClient,
  { universe, survey, version }: Dictionary,
  asked: readonly Asked[],
  { now, backfilled = false }: How,
): Promise<number> {
  if (asked.length === 0) return 0
  const given = asked.flatMap(({ block, subject, interview, alert, sample }) =>
    keyedEffects(block).map(({ key, effect }) => ({
      block: block.id,
      block_title: block.title,
      subject,
      effect: key,
      asked: effect,
      interview,
      alert,
      sample,
    })),
  )
  const { rows } = await query(
    client,
    { count: number },
    `with given as (
      select * from jsonb_to_recordset($3::jsonb) as g(block text, block_title jsonb, subject text, effect text, asked jsonb,
        interview bigint, alert uuid, sample uuid)),
    fresh as (
      insert into effect_run (universe, survey, block, block_title, subject, effect, asked, version, interview, alert, sample,
        backfilled, at, next_at, state, done_at)
      select $1, $2, g.block, g.block_title, g.subject, g.effect, g.asked, $4, g.interview, g.alert, g.sample, $5, $6, $6,
        case when g.asked ->> 'type' in ('alert', 'points') then 'done' else 'waiting' end,
        case when g.asked ->> 'type' in ('alert', 'points') then $6::timestamptz end
      from given g left join interview i on (i.universe, i.survey, i.number) = ($1, $2, g.interview)
      -- Erased or taken back since it was looked at.
      where g.interview is null or i.number is not null
      order by g.interview, g.subject, g.block
      on conflict do nothing
      returning block, subject)
    select count(distinct (block, subject))::int as count from fresh`,
    [universe, survey, JSON.stringify(given), version, backfilled, new Date(now).toISOString()],
  )
  return rows[0]?.count ?? 0
}
