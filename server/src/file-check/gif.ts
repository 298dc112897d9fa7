import { checkPixels, Reading, Unfit } from './unfit.ts'

const [image, extension, trailer] = [0x2c, 0x21, 0x3b]
const [graphic, application] = [0xf9, 0xff]
/** Applications that say how often an animation is repeated. */
const looping = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** Bytes of a table of colours, as its flags say. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The picture alone: without comments and what programs add, and without anything behind its end. */
export function gifOnly(bytes: Buffer): Buffer {
  const reading = new Reading(bytes)
  if (!/^GIF8[79]a$/.test(reading.take(6).toString('latin1'))) throw new Unfit('no GIF')
  const screen = reading.take(7)
  checkPixels(screen.readUInt16LE(0), screen.readUInt16LE(2))
  reading.take(tableBytes(screen.readUInt8(4)))
  const kept: Buffer[] = [bytes.subarray(0, reading.at)]
  let hasImage = false
  for (;;) {
    const start = reading.at
    const kind = reading.byte()
    if (kind === trailer) break
    if (kind === image) {
      const place = reading.take(9)
      checkPixels(place.readUInt16LE(4), place.readUInt16LE(6))
      reading.take(tableBytes(place.readUInt8(8)) + 1)
      hasImage = true
    } else if (kind !== extension) throw new Unfit('a block of no kind')
    const label = kind === extension ? reading.byte() : null
    const first = skipBlocks(reading)
    if (label === null || label === graphic || (label === application && looping.includes(first.toString('latin1'))))
      kept.push(bytes.subarray(start, reading.at))
  }
  if (!hasImage) throw new Unfit('no picture')
  return Buffer.concat([...kept, Buffer.from([trailer])])
}

/** To the end of a chain of blocks; its first one. */
function skipBlocks(reading: Reading): Buffer {
  const first = reading.take(reading.byte())
  for (let length = first.length; length > 0; ) {
    length = reading.byte()
    reading.take(length)
  }
  return first
}
