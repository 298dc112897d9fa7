import { inUniverse } from '../db/postgres.ts'
import { int8, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { crashPoint } from '../projection/crash-point.ts'
import { computeInterviews } from './compute.ts'

/** Interviews computed in one transaction. */
const slice = 2_000

export type Recalculated = { readonly done: number; readonly changed: number; readonly failed: number }

const columns = { after: int8, done: number, changed: number, failed: number } as const

/**
 * Computes all interviews of a survey anew, those that came first before the others; figures follow, rules and other
 * programs hear nothing. `by`: what does it: where the same began before and was broken off, it goes on there.
 */
export async function recalculate(
  stores: Stores,
  dictionary: Dictionary,
  by: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Recalculated> {
  const { universe, survey } = dictionary
  const own = [universe, survey]
  const total = await inUniverse(stores.pool, universe, async (client) => {
    await client.query(
      `insert into script_recalculation as r (universe, survey, by) values ($1, $2, $3)
       on conflict (universe, survey) do update set by = $3, after = 0, done = 0, changed = 0, failed = 0 where r.by <> $3`,
      [...own, by],
    )
    const counted = 'select count(*)::int as n from interview where universe = $1 and survey = $2'
    return (await query(client, { n: number }, counted, own)).rows[0]?.n ?? 0
  })
  for (;;) {
    signal.throwIfAborted()
    const step = await inUniverse(stores.pool, universe, async (client) => {
      const { rows: at } = await query(
        client,
        columns,
        `select after, done, changed, failed from script_recalculation
         where universe = $1 and survey = $2 and by = $3 for update`,
        [...own, by],
      )
      const [standing] = at
      // Another one began meanwhile: it does all of them.
      if (!standing) return null
      const { rows } = await query(
        client,
        { number: text },
        `select number::text from interview i where universe = $1 and survey = $2 and number > $3 order by i.number limit ${slice}`,
        [...own, standing.after],
      )
      const numbers = rows.map((row) => row.number)
      const computed = await computeInterviews(client, dictionary, numbers)
      await followInterviews(client, dictionary, computed.changed)
      const sum = {
        done: standing.done + numbers.length,
        changed: standing.changed + computed.changed.length,
        failed: standing.failed + computed.failed,
      }
      await client.query(
        `update script_recalculation set after = $3, done = $4, changed = $5, failed = $6 where universe = $1 and survey = $2`,
        [...own, numbers.at(-1) ?? standing.after, sum.done, sum.changed, sum.failed],
      )
      crashPoint('computed')
      return { sum, isEnd: numbers.length < slice }
    })
    if (step === null) return { done: 0, changed: 0, failed: 0 }
    onProgress(total === 0 ? 1 : step.sum.done / total)
    if (step.isEnd) return step.sum
  }
}

/** Forgets how far a recalculation came: it is done. */
export const endRecalculation = (stores: Stores, { universe, survey }: Dictionary, by: string) =>
  inUniverse(stores.pool, universe, (client) =>
    client.query('delete from script_recalculation where universe = $1 and survey = $2 and by = $3', [
      universe,
      survey,
      by,
    ]),
  )
