import { inUniverse } from '../db/postgres.ts'
import { number as numberColumn, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { followInterviews } from '../interview-change/interview-change.ts'
import { judgeInterviews } from './judge.ts'

/** Interviews judged in one transaction. */
const slice = 5_000

/** Judges all interviews of a survey, those that came first before the others; figures follow. */
export async function judgeSurvey(
  stores: Stores,
  dictionary: Dictionary,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<{ interviews: number; changed: number }> {
  const own = [dictionary.universe, dictionary.survey]
  const total = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { rows } = await query(
      client,
      { n: numberColumn },
      'select count(*)::int as n from interview where universe = $1 and survey = $2',
      own,
    )
    return rows[0]?.n ?? 0
  })
  let [interviews, changed, after] = [0, 0, '0']
  for (let last = slice; last === slice; ) {
    await inUniverse(stores.pool, dictionary.universe, async (client) => {
      const { rows } = await query(
        client,
        { number: text },
        `select number::text from interview i where universe = $1 and survey = $2 and number > $3
         order by i.number limit ${slice} for update`,
        [...own, after],
      )
      const numbers = rows.map(({ number }) => number)
      const judged = await judgeInterviews(client, dictionary, numbers)
      await followInterviews(client, dictionary, judged)
      last = numbers.length
      after = numbers.at(-1) ?? after
      interviews += numbers.length
      changed += judged.length
    })
    onProgress(interviews, total)
  }
  return { interviews, changed }
}
