import { crc32 } from 'node:zlib'
import { checkPixels, Reading, Unfit } from './unfit.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a picture needs to be drawn. Texts, times, EXIF and what programs add of their own are not among them. */
const drawn = [
  ...(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP'] as const),
  ...(['sBIT', 'pHYs', 'bKGD', 'acTL', 'fcTL', 'fdAT'] as const),
]

/** The picture alone: without what tells where and when it was taken, and without anything behind its end. */
export function pngOnly(bytes: Buffer): Buffer {
  const reading = new Reading(bytes)
  if (!reading.take(8).equals(signature)) throw new Unfit('no PNG')
  const kept: Buffer[] = [signature]
  for (let name = ''; name !== 'IEND'; ) {
    const isFirst = name === ''
    const start = reading.at
    const length = reading.take(4).readUInt32BE()
    const named = reading.take(4)
    name = named.toString('latin1')
    const body = reading.take(length)
    const sum = reading.take(4).readUInt32BE()
    if (crc32(body, crc32(named)) !== sum) throw new Unfit(`${name} is damaged`)
    if (isFirst !== (name === 'IHDR')) throw new Unfit('IHDR stands elsewhere')
    if (isFirst && length !== 13) throw new Unfit('IHDR is damaged')
    if (isFirst) checkPixels(body.readUInt32BE(0), body.readUInt32BE(4))
    if ((drawn as readonly string[]).includes(name)) kept.push(bytes.subarray(start, reading.at))
  }
  return Buffer.concat(kept)
}
