import { Readable } from 'node:stream'
import type pg from 'pg'
import { bytes, query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

type Piece = { readonly universe: string; readonly id: string; readonly attempt: string }

/** Bytes of a piece. */
const pieceSize = 2 ** 20
/** Bytes: what is longer nobody opens, and it would fill the disk. */
export const largestFile = 2 * 2 ** 30

/**
 * Keeps what an attempt makes, piece by piece; how many bytes it was. `kept` hears after each piece. Pieces of an attempt
 * that was given up are let be: they go with it.
 */
export async function keepPieces(
  { service }: Stores,
  { universe, id, attempt }: Piece,
  content: Readable,
  kept: (size: number) => void,
): Promise<number> {
  let [size, at] = [0, 0]
  let waiting: Buffer[] = []
  let length = 0
  const flush = async () => {
    const piece = Buffer.concat(waiting)
    waiting = []
    length = 0
    await service.query('insert into task_piece (universe, task, attempt, at, content) values ($1, $2, $3, $4, $5)', [
      universe,
      id,
      attempt,
      at++,
      piece,
    ])
    size += piece.length
    if (size > largestFile) throw new Error(`the file is longer than ${largestFile} bytes`)
    kept(size)
  }
  for await (const chunk of content) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    waiting.push(part)
    length += part.length
    if (length >= pieceSize) await flush()
  }
  if (length > 0) await flush()
  return size
}

/** Removes what earlier attempts left: a process that was killed takes nothing away. */
export async function forgetEarlier(client: pg.PoolClient | pg.Pool, { universe, id, attempt }: Piece): Promise<void> {
  await client.query('delete from task_piece where universe = $1 and task = $2 and attempt <> $3', [
    universe,
    id,
    attempt,
  ])
}

/** A file that was made, read piece by piece. */
export const pieces = (service: pg.Pool, universe: string, task: string): Readable =>
  Readable.from(
    (async function* () {
      for (let at = 0; ; at++) {
        const { rows } = await query(
          service,
          { content: bytes },
          `select p.content from task_file f join task_piece p using (universe, task, attempt)
           where f.universe = $1 and f.task = $2 and p.at = $3`,
          [universe, task, at],
        )
        const [piece] = rows
        if (!piece) return
        yield piece.content
      }
    })(),
    { objectMode: false },
  )

/**
 * In the transaction of a universe: removes the files that tell of single people of a survey, or of all surveys, since one
 * of them is erased. Answers how many.
 */
export async function forgetFiles(client: pg.PoolClient, universe: string, survey: number): Promise<number> {
  const own = 'select id from task where universe = $1 and (survey = $2 or survey is null) and tells_people'
  await client.query(`delete from task_piece where universe = $1 and task in (${own})`, [universe, survey])
  const { rowCount } = await client.query(`delete from task_file where universe = $1 and task in (${own})`, [
    universe,
    survey,
  ])
  return rowCount ?? 0
}
