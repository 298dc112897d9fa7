import { batches } from '@kaiku/core/together.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { storeRows } from '../interview/interview-chunk.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { placer } from '../view/place.ts'

type Rows = readonly InterviewRow[]
type Ids = ReadonlyMap<string, string>

/** Rows of one transaction, more only where one caller sends more. */
const most = 1_000

/** Commits interviews and answers their ids by key. Writers of a survey wait for each other. */
export const storeTogether = (stores: Stores, dictionary: Dictionary, rows: Rows): Promise<Ids> =>
  store(dictionary, { stores, rows })

const store = batches<Dictionary, { readonly stores: Stores; readonly rows: Rows }, Ids>(async (dictionary, all) => {
  const [first] = all
  if (!first) return []
  const rows = all.flatMap((one) => one.rows)
  const ids = await storeRows(first.stores.pool, dictionary, placer(dictionary), rows)
  return all.map(() => ids)
}, fitting)

/** The same key twice would be two rows of one transaction. */
function fitting() {
  const keys = new Set<string>()
  return ({ rows }: { readonly rows: Rows }) => {
    if (keys.size > 0 && (keys.size + rows.length > most || rows.some(({ key }) => keys.has(key)))) return false
    for (const { key } of rows) keys.add(key)
    return true
  }
}
