import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Stores } from '../stores.ts'
import type { StoredQuestion } from '../survey/dictionary.ts'
import type { Cell } from './cell-sums.ts'
import type { DataState } from './data-state.ts'
import { type AskedSums, memorySums } from './interview-sums.ts'
import { openScan } from './scan.ts'
import { type Selection, selectionKey } from './selection.ts'
import { interviewCount } from './sums.ts'

/** Interviews with a stored answer, and those of them whose answer is valid. */
export type CodeCount = { readonly n: number; readonly valid: number }

/** Interviews by stored answer, `''` where there is none, and how many have no valid one. */
export type CodeCounts = { readonly counts: ReadonlyMap<string, CodeCount>; readonly none: number }

/** A question, and of which interviews its answers are counted. */
export type AskedCodes = { readonly kept: StoredQuestion; readonly selection: Selection }

/**
 * Interviews by their stored answers to questions, from memory, those of each selection in one pass; null for each that
 * is not held there.
 */
export async function heldCodeCounts(
  stores: Stores,
  asked: readonly AskedCodes[],
  state: Pick<DataState, 'loadCount'>,
): Promise<readonly (CodeCounts | null)[]> {
  const bySelection = new Map<string, AskedCodes[]>()
  for (const one of asked) {
    const key = selectionKey(one.selection)
    bySelection.set(key, [...(bySelection.get(key) ?? []), one])
  }
  const found = new Map<AskedCodes, CodeCounts | null>()
  await Promise.all(
    [...bySelection.values()].map(async (together) => {
      const [first] = together
      if (!first) return
      const scan = openScan(stores, first.selection, null, { state, held: 'queued' })
      // Whatever the reason: then ClickHouse is asked, which tells what is wrong.
      const cells = await memorySums(scan, together.map(sumsOf)).catch(() => together.map(() => null))
      for (const [at, one] of together.entries()) found.set(one, countsOf(one.kept, cells[at] ?? null))
    }),
  )
  return asked.map((one) => found.get(one) ?? null)
}

function sumsOf({ kept }: AskedCodes): AskedSums {
  const answered: Indicator = {
    ...{ measure: 'count', id: '~valid', title: '', decimals: 0, weight: 'none', better: 'high' },
    question: kept.question.id,
  }
  const by = kept.question.type === 'multiple' ? 'codes' : 'code'
  return { grouping: { by, kept }, indicators: [interviewCount, answered] }
}

function countsOf({ question }: StoredQuestion, cells: ReadonlyMap<string, Cell> | null): CodeCounts | null {
  if (!cells) return null
  const counts = new Map<string, CodeCount>()
  let none = 0
  for (const [key, { now }] of cells) {
    const [n, valid] = [Number(now[0]?.[0]), Number(now[1]?.[0])]
    none += n - valid
    for (const code of question.type === 'multiple' ? listed(key) : [key]) {
      const known = counts.get(code) ?? { n: 0, valid: 0 }
      counts.set(code, { n: known.n + n, valid: known.valid + valid })
    }
  }
  return { counts, none }
}

const listed = (text: string): readonly string[] => JSON.parse(text)
