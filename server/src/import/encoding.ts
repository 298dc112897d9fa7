import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { contentOf } from './bytes.ts'

/** How far a file is read to tell UTF-8 from an older encoding. */
const sniffedBytes = 256 * 1024 * 1024

/** Turns bytes into text piece by piece; a character cut in two is completed by the next piece. */
export type Decoder = { write(bytes: Buffer): string; end(): string }

/** Null for a name that is not an encoding. The byte order mark is not part of the text. */
export function decoderFor(encoding: string): Decoder | null {
  const name = encoding.toLowerCase()
  if (name === 'utf-8' || name === 'utf8') {
    const decoder = new TextDecoder('utf-8')
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
  }
  if (!iconv.encodingExists(name)) return null
  const decoder = iconv.getDecoder(name)
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' }
}

/** The encoding of a text file: by its byte order mark, by its zero bytes, by whether it is valid UTF-8, else windows-1252. */
export async function detectEncoding(file: string): Promise<string> {
  let rest: Buffer = Buffer.alloc(0)
  let read = 0
  for await (const part of await contentOf(file)) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, part]) : part
    if (read === 0) {
      const wide = wideEncoding(bytes)
      if (wide) return wide
    }
    const whole = bytes.length - cutCharacter(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) return 'windows-1252'
    rest = bytes.subarray(whole)
    read += part.length
    if (read >= sniffedBytes) return 'utf-8'
  }
  return rest.length > 0 ? 'windows-1252' : 'utf-8'
}

function wideEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] !== 0) continue
    if (i % 2 === 0) even++
    else odd++
  }
  // Western text in UTF-16 has a zero in every other byte.
  if (odd > sample.length / 4 && even < odd / 8) return 'utf-16le'
  if (even > sample.length / 4 && odd < even / 8) return 'utf-16be'
  return null
}

/** How many bytes at the end belong to a UTF-8 character that is not complete. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}
