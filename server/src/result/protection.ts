import { refuse } from '@kaiku/core/reason.ts'
import { maySelect } from '@kaiku/core/suppression.ts'
import type { Asked } from './asked.ts'
import { hasFilters, type Selection, withoutFilters } from './selection.ts'
import { conditions, sumStatement } from './statement.ts'

/**
 * Refuses filters that leave out fewer interviews than the survey's minimum: their scores could be had by subtracting
 * two answers. Each filter is tested against the selection without it, and all together against the place.
 */
export async function refuseTellingFilters({ stores, dictionary, scan, minimumN }: Asked): Promise<void> {
  const { selection } = scan
  if (!hasFilters(selection)) return
  const wider = [
    withoutFilters(selection),
    ...selection.chosen.map(
      (left): Selection => ({
        ...selection,
        chosen: selection.chosen.filter((one) => one !== left),
      }),
    ),
    ...(selection.time === null ? [] : [{ ...selection, time: null, period: null }]),
    ...(selection.tableDate === 'none' ? [] : [{ ...selection, tableDate: 'none' as const }]),
  ]
  const count = async (of: Selection) => {
    const source = { dictionary, conditions: conditions(of, null) }
    const [row] = await stores.clickhouse.read(
      sumStatement(source, [], ['count()']),
      {},
      { lane: 'user', tenant: dictionary.universe, timeout: 60 },
    )
    return Number(row?.[0] ?? 0)
  }
  const [own = 0, ...counts] = await Promise.all([selection, ...wider].map(count))
  if (counts.every((n) => maySelect(n, own, minimumN))) return
  throw refuse('forbidden', 'filter.fewLeftOut', { least: minimumN })
}
