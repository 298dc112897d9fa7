import type { Filter } from '@kaiku/contract/filter.ts'
import { tableDateModes } from '@kaiku/core/filter-kind.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import type { FigureRequest } from '../result/result.ts'
import { countOf } from '../selection/sql.ts'

/**
 * The ways of taking one answer per customer, each with how many interviews of the selection it keeps. They are counted
 * only when asked for, because telling customers apart takes seconds in a large survey.
 */
export async function tableDateOptions({ stores, dictionary, selection }: FigureRequest): Promise<Filter['options']> {
  const counts = await Promise.all(
    tableDateModes.map(async (tableDate) => {
      const source = { dictionary, conditions: conditions({ ...selection, tableDate }, null) }
      const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
      const [row] = await stores.clickhouse.read(sumStatement(source, [], [countOf()]), {}, options)
      return Number(row?.[0] ?? 0)
    }),
  )
  return tableDateModes.map((mode, at) => ({ extName: mode, title: mode, n: counts[at] ?? 0 }))
}
