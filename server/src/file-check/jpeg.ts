import { checkPixels, Reading, Unfit } from './unfit.ts'

const [soi, eoi, sos, app0, app1, app2, app14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee]
/** Frames of every coding; DHT, JPG and DAC stand between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Tables, frames, scans. Everything else is about the picture, not the picture. */
const isDrawn = (marker: number) => (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdf)

/**
 * The picture alone: without where and when it was taken and with what, and without anything behind its end. How it
 * was held stays, or it would lie on its side.
 */
export function jpegOnly(bytes: Buffer): Buffer {
  const reading = new Reading(bytes)
  if (reading.byte() !== 0xff || reading.byte() !== soi) throw new Unfit('no JPEG')
  const kept: Buffer[] = [Buffer.from([0xff, soi])]
  let hasFrame = false
  for (let marker = soi; marker !== eoi; ) {
    if (reading.byte() !== 0xff) throw new Unfit('a segment is missing')
    do marker = reading.byte()
    while (marker === 0xff)
    if (marker === eoi) break
    const start = reading.at
    const length = reading.take(2).readUInt16BE()
    if (length < 2) throw new Unfit('a segment is damaged')
    const body = reading.take(length - 2)
    if (isFrame(marker)) {
      if (body.length < 6) throw new Unfit('a frame is damaged')
      checkPixels(body.readUInt16BE(3), body.readUInt16BE(1))
      hasFrame = true
    }
    if (marker === sos) skipScan(reading)
    const segment = () => Buffer.concat([Buffer.from([0xff, marker]), bytes.subarray(start, reading.at)])
    const begins = (text: string) => body.subarray(0, text.length).toString('latin1') === text
    if (isDrawn(marker) || (marker === app0 && begins('JFIF')) || (marker === app14 && begins('Adobe')))
      kept.push(segment())
    else if (marker === app2 && begins('ICC_PROFILE\0')) kept.push(segment())
    else if (marker === app1 && begins('Exif\0\0')) kept.push(...orientationSegments(body.subarray(6)))
  }
  if (!hasFrame) throw new Unfit('no picture')
  return Buffer.concat([...kept, Buffer.from([0xff, eoi])])
}

/** To the marker that ends a scan: in it 0xff stands before 0x00 or a restart. */
function skipScan(reading: Reading): void {
  for (;;) {
    const next = reading.bytes.indexOf(0xff, reading.at)
    if (next < 0) throw new Unfit('it ends too early')
    reading.at = next + 1
    const marker = reading.byte()
    if (marker === 0xff) reading.at -= 1
    else if (marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) {
      reading.at = next
      return
    }
  }
}

const orientationTag = 0x0112

/** An EXIF segment that says how the picture was held, and nothing else; none where it was held upright. */
function orientationSegments(tiff: Buffer): Buffer[] {
  const orientation = orientationOf(tiff)
  if (orientation < 2 || orientation > 8) return []
  const segment = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00000000' + '00000000',
    'hex',
  )
  segment.writeUInt16BE(orientation, segment.length - 8)
  return [segment]
}

/** 1 to 8 of the first directory of EXIF; 0: it says nothing. */
function orientationOf(tiff: Buffer): number {
  const order = tiff.subarray(0, 2).toString('latin1')
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 0
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 0
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return 0
    if (short(at) === orientationTag) return short(at + 8)
  }
  return 0
}
