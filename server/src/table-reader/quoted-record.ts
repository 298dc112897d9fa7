const [tab, lineFeed, carriageReturn, space, quotationMark] = [9, 10, 13, 32, 34]

/** A record with a quotation mark in it, read character by character from pieces of text; each is looked at once. */
export class QuotedRecord {
  readonly cells: string[] = []
  /** `faulty`: text stands behind a closing quote. */
  state: 'open' | 'faulty' | 'whole' = 'open'
  /** Line breaks inside its quotes, and how many characters stand before the first; -1 where there is none. */
  breaks = 0
  firstBreak = -1
  readonly #separator: number
  #in: 'before' | 'plain' | 'quoted' | 'ended' | 'closed' = 'before'
  /** Of the value that is being read, without what stands in the piece at hand. */
  #value = ''
  #length = 0
  #wasReturn = false

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
  }

  /** Reads on from a place in a piece; answers where it came to: the line break that ends it, the fault, or the piece's end. */
  read(piece: string, start: number): number {
    if (this.state !== 'open') return start
    let from = start
    for (let at = start; at < piece.length; at++) {
      const unit = piece.charCodeAt(at)
      if (this.#in === 'before') {
        this.#in = unit === quotationMark ? 'quoted' : 'plain'
        from = unit === quotationMark ? at + 1 : at
        if (unit === quotationMark) continue
      } else if (this.#in === 'quoted') {
        if (unit === quotationMark) {
          this.#value += piece.slice(from, at)
          this.#in = 'ended'
        } else this.#passBreak(unit, at - start)
        continue
      } else if (this.#in === 'ended' && unit === quotationMark) {
        // One of two: the second is a character of the value.
        this.#in = 'quoted'
        from = at
        continue
      }
      if (unit === lineFeed || unit === carriageReturn) {
        this.#endValue(piece.slice(from, at))
        this.state = 'whole'
        return at
      }
      if (unit === this.#separator) this.#endValue(piece.slice(from, at))
      else if (this.#in !== 'plain') {
        if (unit !== space && unit !== tab) {
          this.state = 'faulty'
          return at
        }
        this.#in = 'closed'
      }
    }
    if (this.#in === 'plain' || this.#in === 'quoted') this.#value += piece.slice(from)
    this.#length += piece.length - start
    return piece.length
  }

  /** Where no text follows. False inside quotes. */
  end(): boolean {
    if (this.#in === 'quoted') return false
    this.#endValue('')
    this.state = 'whole'
    return true
  }

  #endValue(rest: string) {
    this.cells.push(this.#in === 'plain' ? this.#value + rest : this.#value)
    this.#value = ''
    this.#in = 'before'
  }

  #passBreak(unit: number, passed: number) {
    if (unit === lineFeed || unit === carriageReturn) {
      if (this.firstBreak < 0) this.firstBreak = this.#length + passed
      // Both together are one.
      if (unit === carriageReturn || !this.#wasReturn) this.breaks++
    }
    this.#wasReturn = unit === carriageReturn
  }
}
