import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Stores } from '../stores.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'
import type { DataState } from './data-state.ts'
import { memorySums } from './interview-sums.ts'
import { openScan } from './scan.ts'
import type { Selection } from './selection.ts'
import { interviewCount } from './sums.ts'

/** Interviews with a stored answer, and those of them whose answer is valid. */
export type CodeCount = { readonly n: number; readonly valid: number }

/** Interviews by their stored answer to a question, from memory; null where they are not held there. */
export async function heldCodeCounts(
  stores: Stores,
  selection: Selection,
  kept: StoredQuestion,
  state: Pick<DataState, 'loadCount'>,
): Promise<ReadonlyMap<string, CodeCount> | null> {
  const answered: Indicator = {
    ...{ measure: 'count', id: '~valid', title: '', decimals: 0, weight: 'none', better: 'high' },
    question: kept.question.id,
  }
  const asked = { grouping: { by: 'code', kept }, indicators: [interviewCount, answered] } as const
  // Whatever the reason: then ClickHouse is asked, which tells what is wrong.
  const [cells] = await memorySums(openScan(stores, selection, null, { state }), [asked]).catch(() => [null])
  if (!cells) return null
  return new Map([...cells].map(([code, { now }]) => [code, { n: Number(now[0]?.[0]), valid: Number(now[1]?.[0]) }]))
}
