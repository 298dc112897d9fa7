import { checkPixels, Reading, Unfit } from './unfit.ts'

const drawn = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** Of VP8X: that EXIF and XMP follow. */
const aboutFlags = 0x0c

/** The picture alone: without where and when it was taken, and without anything behind its end. */
export function webpOnly(bytes: Buffer): Buffer {
  const file = new Reading(bytes)
  if (file.take(4).toString('latin1') !== 'RIFF') throw new Unfit('no WebP')
  const reading = new Reading(file.take(file.take(4).readUInt32LE()))
  if (reading.take(4).toString('latin1') !== 'WEBP') throw new Unfit('no WebP')
  const kept: Buffer[] = []
  let hasImage = false
  while (!reading.isAtEnd) {
    const name = reading.take(4).toString('latin1')
    const length = reading.take(4)
    const body = Buffer.from(reading.take(length.readUInt32LE()))
    const odd = body.length % 2 === 1 && !reading.isAtEnd ? reading.take(1) : Buffer.alloc(body.length % 2)
    checkSize(name, body)
    hasImage ||= ['VP8 ', 'VP8L', 'ANMF'].includes(name)
    if (name === 'VP8X') body.writeUInt8(body.readUInt8(0) & ~aboutFlags, 0)
    if (drawn.includes(name)) kept.push(Buffer.from(name, 'latin1'), length, body, odd)
  }
  if (!hasImage) throw new Unfit('no picture')
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

function checkSize(name: string, body: Buffer): void {
  if (['VP8X', 'VP8 '].includes(name) && body.length < 10) throw new Unfit(`${name} is damaged`)
  if (name === 'VP8X') checkPixels(body.readUIntLE(4, 3) + 1, body.readUIntLE(7, 3) + 1)
  if (name === 'VP8 ') checkPixels(body.readUInt16LE(6) & 0x3fff, body.readUInt16LE(8) & 0x3fff)
  if (name !== 'VP8L') return
  if (body.length < 5 || body.readUInt8(0) !== 0x2f) throw new Unfit('VP8L is damaged')
  const size = body.readUInt32LE(1)
  checkPixels((size & 0x3fff) + 1, ((size >>> 14) & 0x3fff) + 1)
}
