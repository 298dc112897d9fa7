import { fileLimits } from './file-limit.ts'
import { Unreadable } from './unreadable.ts'

/** Takes bytes off a stream in pieces of any size. */
export class ByteReader {
  #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes taken so far. */
  position = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly so many bytes. Throws `Unreadable` where the stream ends before, or where nobody would write so many. */
  async take(length: number): Promise<Buffer> {
    if (!(length >= 0 && length <= fileLimits.savBlock)) throw new Unreadable('the file is damaged')
    const parts = [this.#rest]
    let size = this.#rest.length
    while (size < length) {
      const next = await this.#source.next()
      if (next.done) throw new Unreadable('the file ends too early')
      parts.push(next.value)
      size += next.value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    this.position += length
    return all.subarray(0, length)
  }

  /** What is left, piece by piece. */
  async *remaining(): AsyncGenerator<Buffer> {
    if (this.#rest.length > 0) yield this.#rest
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
  }

  async close() {
    await this.#source.return?.()
  }
}
