import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

const chunk = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(name, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body, crc32(name)))
  return Buffer.concat([head, body, sum])
}

/** A picture of so many pixels, one of them drawn, with these texts in it. */
export function png({ width = 1, height = 1, texts = [] as readonly string[] } = {}): Buffer {
  const head = Buffer.from('00000000000000000802000000', 'hex')
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...texts.map((text) => chunk('tEXt', Buffer.from(`Comment\0${text}`))),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture of one pixel that is held on its side, was taken somewhere and carries a comment. */
export function jpeg(secret: string, behind = ''): Buffer {
  const segment = (marker: number, body: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const tiff = Buffer.from('49492a0008000000' + '0100' + '120103000100000006000000' + '00000000', 'hex')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)])),
    segment(0xfe, Buffer.from(secret)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.from('080001000101011100', 'hex')),
    segment(0xda, Buffer.from('0101003f00', 'hex')),
    Buffer.from('12ff00ffd034', 'hex'),
    Buffer.from('ffd9', 'hex'),
    Buffer.from(behind),
  ])
}

/** A picture of one pixel with a comment, and something behind its end. */
export const gif = (comment = '', behind = ''): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from('01000100800000000000ffffff', 'hex'),
    ...(comment === '' ? [] : [Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])]),
    Buffer.from('2c0000000001000100000202440100', 'hex'),
    Buffer.from('3b', 'hex'),
    Buffer.from(behind),
  ])

/** A picture of one pixel with what tells of it. */
export function webp(about: string): Buffer {
  const part = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const content = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    part('VP8X', Buffer.from('0c000000000000000000', 'hex')),
    part('VP8L', Buffer.from('2f0000000007d0fffef7bfff8188e87f000000', 'hex')),
    part('EXIF', Buffer.from(about)),
  ])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

type Entry = { readonly name: string; readonly body: Buffer; readonly says?: number }

/** An archive of these entries. `says`: how large an entry claims to be. */
export function zip(entries: readonly Entry[], { before = '', behind = '' } = {}): Buffer {
  const parts = [Buffer.from(before)]
  const list: Buffer[] = []
  let at = before.length
  for (const { name, body, says = body.length } of entries) {
    const packed = deflateRawSync(body)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(body), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(says, 18)
    about.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, place, Buffer.from(name))
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed])
    parts.push(entry)
    at += entry.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(behind.length, 20)
  return Buffer.concat([...parts, listed, end, Buffer.from(behind)])
}

/** What makes an archive a document of Word. */
export const docx = (more: readonly Entry[] = [], around: Parameters<typeof zip>[1] = {}): Buffer =>
  zip(
    [
      { name: '[Content_Types].xml', body: Buffer.from('<Types/>') },
      { name: 'word/document.xml', body: Buffer.from('<document/>') },
      ...more,
    ],
    around,
  )

export const pdf = (inside = '', behind = ''): Buffer => Buffer.from(`%PDF-1.7\n${inside}\ntrailer\n%%EOF\n${behind}`)
