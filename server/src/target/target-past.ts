import { addDays, addUnits } from '@kaiku/core/day.ts'
import type { Sums } from '@kaiku/core/sums.ts'
import { expectedAnswers, paceDays } from '@kaiku/core/target.ts'
import { earlierPeriods } from '@kaiku/core/target-odds.ts'
import { bucketOf, keySeparator } from '../aggregate/grouping.ts'
import { folded, openScan } from '../aggregate/scan.ts'
import { assembled, type Bases, totalKey } from '../figure/bases.ts'
import { type Measured, nOf } from '../figure/figures.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { isAdditive } from '../sums/sums.ts'
import { type TargetPeriod, within } from './target-period.ts'

/** What is known of the places from before: by the row's key, `totalKey` for the place that they lie in. */
export type TargetPast = {
  readonly earlier: (row: string, measured: Measured) => readonly Sums[]
  /** Answers from tomorrow to the end of the period, at the row's own pace. */
  readonly expected: (row: string, measured: Measured) => number
}

/** The periods before a period, and the pace of the last weeks, of a place and of the rows that its leaves count for. */
export async function targetPast(
  { scan }: QueryContext,
  period: TargetPeriod,
  measured: readonly Measured[],
  fold: ReadonlyMap<number, number>,
): Promise<TargetPast> {
  const { selection } = scan
  const { today, dictionary } = selection
  const indicators = measured.map(({ indicator }) => indicator).filter(isAdditive)
  const starts = Array.from({ length: earlierPeriods }, (_, at) => addUnits(period.by, period.from, -at - 1))
  const oldest = starts.at(-1) ?? period.from
  const ask = async (unit: 'day' | TargetPeriod['by'], from: string, to: string) => {
    const own = openScan(scan.stores, within(selection, { from, to }), null, scan.options)
    return basesByRow(await own.ask({ by: 'leafBucket', unit }, indicators), fold)
  }
  const [periods, days] = await Promise.all([
    ask(period.by, oldest, addDays(period.from, -1)),
    ask('day', addDays(today, -paceDays), addDays(today, -1)),
  ])
  const bucket = (unit: 'day' | TargetPeriod['by'], day: string) => String(bucketOf(unit, day, dictionary.calendar))
  const buckets = starts.map((start) => bucket(period.by, start))
  const paced = Array.from({ length: paceDays }, (_, at) => bucket('day', addDays(today, at - paceDays)))
  const earlier = (row: string, one: Measured) =>
    buckets.flatMap((at) => {
      const base = periods(row).base(keyOf(row, at), one, 'now')
      return 'sums' in base && base.sums.n > 0 ? [base.sums] : []
    })
  return {
    earlier,
    expected: (row, one) =>
      expectedAnswers({
        counts: paced.map((at) => nOf(days(row).base(keyOf(row, at), one, 'now'))),
        isNew: earlier(row, one).length === 0,
        today,
        end: period.to,
      }),
  }
}

const keyOf = (row: string, bucket: string) => row + keySeparator + bucket

/** Cells by leaf and time added up by row and time; all of them together are those of the whole. */
function basesByRow(found: Parameters<typeof folded>[0], fold: ReadonlyMap<number, number>): (row: string) => Bases {
  const parted = (key: string): readonly [string, string] => {
    const middle = key.indexOf(keySeparator)
    return [key.slice(0, middle), key.slice(middle + 1)]
  }
  const whole = assembled(folded(found, (key) => keyOf(totalKey, parted(key)[1])))
  const rows = assembled(
    folded(found, (key) => {
      const [leaf, bucket] = parted(key)
      const row = fold.get(Number(leaf))
      return row === undefined ? null : keyOf(String(row), bucket)
    }),
  )
  return (row) => (row === totalKey ? whole : rows)
}
