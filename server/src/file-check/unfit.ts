/** Why a file is not what its name says, in words for the log of who tests; the sender hears that it is not. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
}

/** More pixels than any camera takes: a picture that is small as a file and fills the memory of who opens it. */
const mostPixels = 150_000_000

export function checkPixels(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > mostPixels) throw new Unfit(`${width} × ${height} pixels`)
}

/** Reads a file from its beginning; whatever it lacks makes it unfit. */
export class Reading {
  readonly bytes: Buffer
  at = 0
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Unfit('it ends too early')
    const taken = this.bytes.subarray(this.at, this.at + length)
    this.at += length
    return taken
  }
  byte(): number {
    return this.take(1).readUInt8()
  }
}
