import { PassThrough, Readable } from 'node:stream'
import { type CsvValue, csvFile } from '@kaiku/core/csv.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { inTransaction } from '../db/postgres.ts'
import { lettersAtOnce } from '../document/document.ts'
import { setPrinted } from '../recipient/recipient.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import {
  countLetters,
  lettersBehind,
  readBatch,
  type StoredBatch,
  type StoredLetter,
  setMade,
  setPages,
} from './letter.store.ts'
import { type LetterMaker, letterMaker } from './letter-maker.ts'

/** Hours for which letters can be fetched; then they can be made again. */
const hours = 7 * 24
const taskInput = z.object({ batch: z.uuid() })

/** Makes the letters of a batch: PDFs for a printer, and a list of what lies where in them. */
export const letterWorker: TaskWorker = {
  type: 'letters',
  async make(run): Promise<TaskMade> {
    const { stores, task } = run
    const batch = await readBatch(stores.service, task.universe, taskInput.parse(task.input).batch)
    if (!batch) throw new Fault('not_found', 'These letters are gone.')
    const maker = await letterMaker(stores, batch)
    const letters = await countLetters(stores.service, task.universe, batch.id)
    const name = batch.name
      .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 100)
    return {
      name: `${name} ${batch.at.toISOString().slice(0, 10)}.zip`,
      type: 'application/zip',
      content: zipOf(new BatchFiles(run, batch, maker, letters), letters),
      hours,
      output: { letters },
    }
  },
}

/** The files of a batch, one after the other. */
class BatchFiles {
  readonly #lines: CsvValue[][] = []
  #behind = 0
  #pages = 0

  readonly #run: Pick<TaskRun, 'stores' | 'progress' | 'signal'>
  readonly #batch: StoredBatch
  readonly #maker: LetterMaker
  readonly #letters: number

  constructor(run: TaskRun, batch: StoredBatch, maker: LetterMaker, letters: number) {
    this.#run = run
    this.#batch = batch
    this.#maker = maker
    this.#letters = letters
  }

  /** The next letters, as many as one file has; of a batch whose people were erased meanwhile it may be empty. */
  async next(file: string): Promise<Uint8Array> {
    const { stores, progress, signal } = this.#run
    const letters = await lettersBehind(stores.service, this.#batch, this.#behind, lettersAtOnce)
    const [last] = letters.slice(-1)
    if (!last) return new Uint8Array()
    this.#behind = last.place
    const { pdf, firsts, pages } = await this.#maker.set(
      letters.map(({ kept }) => kept),
      signal,
    )
    const counts = letters.map((_, at) => (firsts[at + 1] ?? pages + 1) - (firsts[at] ?? 1))
    await setPages(stores.service, this.#batch.universe, new Map(letters.map(({ id }, at) => [id, counts[at] ?? 0])))
    for (const [at, letter] of letters.entries())
      this.#lines.push([letter.place, file, firsts[at] ?? 1, counts[at] ?? 0, ...lines(letter)])
    this.#pages += pages
    progress((this.#lines.length / Math.max(1, this.#letters)) * nearlyAll)
    return pdf
  }

  /** What lies where. With it all is made, and who gets the letters has been sent theirs. */
  async list(): Promise<string> {
    const { universe, id } = this.#batch
    await inTransaction(this.#run.stores.service, async (client) => {
      await setMade(client, universe, id, this.#pages)
      await setPrinted(client, universe, id)
    })
    return csvFile([head, ...this.#lines])
  }
}

const nearlyAll = 0.98
const addressed = [1, 2, 3, 4, 5, 6] as const
const head = ['number', 'file', 'page', 'pages', ...addressed.map((at) => `address ${at}`)]
const lines = ({ kept }: StoredLetter) => addressed.map((at) => kept.address[at - 1] ?? '')

/** An archive of them, each made when its turn comes. */
function zipOf(files: BatchFiles, letters: number): Readable {
  const zip = new ZipFile()
  // The library’s stream is a plain one of Node.
  const out = (zip.outputStream as Readable).pipe(new PassThrough())
  const add = (name: string, make: () => Promise<Uint8Array | string>) =>
    // A list is short; a PDF is small already.
    zip.addReadStreamLazy(name, { compress: name.endsWith('.csv') }, (done) => {
      make().then(
        (bytes) => done(null, Readable.from([Buffer.from(bytes)], { objectMode: false })),
        (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  const parts = Math.max(1, Math.ceil(letters / lettersAtOnce))
  for (let part = 1; part <= parts; part++) {
    const name = `letters-${String(part).padStart(3, '0')}.pdf`
    add(name, () => files.next(name))
  }
  add('addresses.csv', () => files.list())
  zip.end()
  return out
}
