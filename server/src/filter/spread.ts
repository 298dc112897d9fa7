import type { Filter } from '@kaiku/contract/filter.ts'
import type { Question } from '../result/result.ts'
import type { Selection } from '../result/selection.ts'
import { conditions, sumStatement } from '../result/statement.ts'
import { valid, whole } from '../result/validity.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'

type Spread = Pick<Filter, 'extent' | 'histogram'>

export const noSpread: Spread = { extent: null, histogram: [] }
const bins = 20

/** Smallest and largest valid answer and how they lie between. A protected survey tells the scale only. */
export async function extentAndHistogram(
  { stores, dictionary }: Question,
  kept: StoredQuestion,
  selection: Selection,
): Promise<Spread> {
  const { question } = kept
  if (question.type !== 'scale' && question.type !== 'number') return noSpread
  const { min, max } = question
  if (dictionary.definition.settings.protection)
    return { extent: min === undefined || max === undefined ? null : { min, max }, histogram: [] }
  const source = { dictionary, conditions: conditions(selection, null) }
  const read = (keys: readonly string[], aggregates: readonly string[]) =>
    stores.clickhouse.read(
      sumStatement(source, keys, aggregates),
      {},
      {
        lane: 'user',
        tenant: dictionary.universe,
        timeout: 60,
      },
    )
  const ok = valid(kept)
  const [row = []] = await read([], [`countIf(${ok})`, `minIf(${whole(kept)}, ${ok})`, `maxIf(${whole(kept)}, ${ok})`])
  if (Number(row[0] ?? 0) === 0) return noSpread
  const [low, high] = [BigInt(String(row[1])), BigInt(String(row[2]))]
  const width = (high - low) / BigInt(bins) + 1n
  const found = await read(
    [`if(${ok}, toInt64(intDiv(toInt128(${whole(kept)}) - (${low}), ${width})), -1)`],
    ['count()'],
  )
  const counts = new Map(found.map(([bin, n]) => [Number(bin), Number(n)]))
  const unit = 10 ** (question.type === 'number' ? question.decimals : 0)
  const at = (stored: bigint) => Number(stored) / unit
  const count = Number((high - low) / width) + 1
  return {
    extent: { min: at(low), max: at(high) },
    histogram: Array.from({ length: count }, (_, bin) => ({
      from: at(low + BigInt(bin) * width),
      to: at(low + BigInt(bin + 1) * width - 1n),
      n: counts.get(bin) ?? 0,
    })),
  }
}
