import type { Filter } from '@kaiku/contract/filter.ts'
import { aggregateStatement, conditions, sumStatement } from '../aggregate/statement.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import type { FigureRequest } from '../result/result.ts'
import type { Selection } from '../selection/selection.ts'
import { countOf } from '../selection/sql.ts'
import { valid } from '../selection/validity.ts'
import type { AskedCodes, CodeCounts } from './code-counts.ts'

export type Spread = Pick<Filter, 'extent' | 'histogram'>

export const noSpread: Spread = { extent: null, histogram: [] }
const bins = 20

/** Whether answers are counted for it: a protected survey tells the scale only. */
export const countsSpread = ({ dictionary }: Pick<FigureRequest, 'dictionary'>) =>
  !dictionary.definition.settings.protection

/** Of each question in its selection, the smallest and largest valid answer and how they lie between. */
export async function spreads<Asked extends AskedCodes>(
  question: FigureRequest,
  asked: readonly Asked[],
  counts: ReadonlyMap<AskedCodes, CodeCounts>,
): Promise<ReadonlyMap<Asked, Spread>> {
  return new Map(
    await Promise.all(
      asked.map(
        async (one) =>
          [one, await extentAndHistogram(question, one.stored, one.selection, counts.get(one) ?? null)] as const,
      ),
    ),
  )
}

async function extentAndHistogram(
  asked: FigureRequest,
  stored: StoredQuestion,
  selection: Selection,
  counted: CodeCounts | null,
): Promise<Spread> {
  const { question } = stored
  if (question.type !== 'scale' && question.type !== 'number') return noSpread
  const { min, max } = question
  if (!countsSpread(asked))
    return { extent: min === undefined || max === undefined ? null : { min, max }, histogram: [] }
  const found = counted && !counted.isPart ? spreadOf(counted) : await readSpread(asked, stored, selection)
  if (!found) return noSpread
  const { low, high, width, counts } = found
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

/** In stored units; `counts` by bin. */
type StoredSpread = {
  readonly low: bigint
  readonly high: bigint
  readonly width: bigint
  readonly counts: ReadonlyMap<number, number>
}

const widthOf = (low: bigint, high: bigint) => (high - low) / BigInt(bins) + 1n

function spreadOf({ counts: met }: CodeCounts): StoredSpread | null {
  const codes = [...met]
    .filter(([code, { valid: n }]) => code !== '' && n > 0)
    .map(([code, { valid: n }]) => ({ code: BigInt(code), n }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  const [low, high] = [codes.at(0)?.code, codes.at(-1)?.code]
  if (low === undefined || high === undefined) return null
  const width = widthOf(low, high)
  const counts = new Map<number, number>()
  for (const { code, n } of codes) {
    const bin = Number((code - low) / width)
    counts.set(bin, (counts.get(bin) ?? 0) + n)
  }
  return { low, high, width, counts }
}

async function readSpread(
  { stores, dictionary }: FigureRequest,
  stored: StoredQuestion,
  selection: Selection,
): Promise<StoredSpread | null> {
  const source = { dictionary, conditions: conditions(selection, null) }
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const read = (sql: string) => stores.clickhouse.read(sql, {}, options)
  const ok = valid(stored)
  const ends = [`countIf(${ok})`, `minIf(${stored.column}, ${ok})`, `maxIf(${stored.column}, ${ok})`]
  const [row = []] = await read(aggregateStatement(source, [], ends))
  if (Number(row[0] ?? 0) === 0) return null
  const [low, high] = [BigInt(String(row[1])), BigInt(String(row[2]))]
  const width = widthOf(low, high)
  const bin = `if(${ok}, toInt64(intDiv(toInt128(${stored.column}) - (${low}), ${width})), -1)`
  const found = await read(sumStatement(source, [bin], [countOf()]))
  return { low, high, width, counts: new Map(found.map(([at, n]) => [Number(at), Number(n)])) }
}
