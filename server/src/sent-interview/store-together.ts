import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { storeRows } from '../interview/interview-chunk.ts'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { placer } from '../view/place.ts'

type Rows = readonly InterviewRow[]
type Ids = ReadonlyMap<string, string>
type WaitingRows = { readonly rows: Rows; readonly done: (ids: Ids) => void; readonly failed: (error: unknown) => void }

/** Interviews that wait while others of the same survey are being written. */
const queues = new WeakMap<Dictionary, WaitingRows[]>()
/** Rows of one transaction, more only where one caller sends more. */
const most = 1_000

/**
 * Commits interviews and answers their ids by key. Writers of a survey wait for each other, and a transaction costs about
 * the same for one as for many: what comes while one is being written goes together into the next.
 */
export function storeTogether(stores: Stores, dictionary: Dictionary, rows: Rows): Promise<Ids> {
  return new Promise((done, failed) => {
    const waiting = { rows, done, failed }
    const queue = queues.get(dictionary)
    if (queue) return void queue.push(waiting)
    queues.set(dictionary, [waiting])
    void writeAll(stores, dictionary)
  })
}

async function writeAll(stores: Stores, dictionary: Dictionary): Promise<void> {
  for (let queue = queues.get(dictionary) ?? []; queue.length > 0; queue = queues.get(dictionary) ?? []) {
    const taken = together(queue)
    queues.set(
      dictionary,
      queue.filter((one) => !taken.includes(one)),
    )
    await write(stores, dictionary, taken).catch(async () => {
      // One of them may have failed all: each is tried alone, and its caller told.
      for (const one of taken) await write(stores, dictionary, [one]).catch(one.failed)
    })
  }
  queues.delete(dictionary)
}

/** As many as fit, the first first; the same key twice would be two rows of one transaction. */
function together(queue: readonly WaitingRows[]): readonly WaitingRows[] {
  const keys = new Set<string>()
  return queue.filter(({ rows }, at) => {
    if (at > 0 && (keys.size + rows.length > most || rows.some(({ key }) => keys.has(key)))) return false
    for (const { key } of rows) keys.add(key)
    return true
  })
}

async function write({ pool }: Stores, dictionary: Dictionary, taken: readonly WaitingRows[]): Promise<void> {
  const ids = await storeRows(
    pool,
    dictionary,
    placer(dictionary),
    taken.flatMap(({ rows }) => rows),
  )
  for (const { done } of taken) done(ids)
}
