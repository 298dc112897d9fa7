import type { Stores } from '../db/stores.ts'
import { type Dictionary, type StoredQuestion, tableOf } from '../dictionary/dictionary.ts'

/** How many interviews of a survey gave each answer to a question, as answers are stored; the `most` frequent first. */
export async function answerCounts(
  { clickhouse }: Pick<Stores, 'clickhouse'>,
  { survey }: Pick<Dictionary, 'survey'>,
  { column }: StoredQuestion,
  most: number,
): Promise<[string, number][]> {
  const rows = await clickhouse.read<[string, string]>(
    `select toString(${column}) as answer, toString(sum(sign)) from ${tableOf(survey)}
     group by answer having sum(sign) > 0 order by sum(sign) desc, answer limit {most: UInt32}`,
    { most },
  )
  return rows.map(([answer, n]) => [answer, Number(n)])
}
