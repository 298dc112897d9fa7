import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { contentOf } from '../file-limit/bytes.ts'
import { Unreadable } from '../file-limit/unreadable.ts'

/** Turns bytes into text piece by piece; a character cut in two is completed by the next piece. */
export type Decoder = { write(bytes: Buffer): string; end(): string }

const isUtf8Name = (name: string) => /^utf-?8$/i.test(name)
/** What stands for bytes that are no character. */
const replacement = '\ufffd'

/** Throws `Unreadable` for a name that is not an encoding. The byte order mark is not part of the text. */
export function decoderFor(encoding: string): Decoder {
  if (isUtf8Name(encoding)) {
    const decoder = new TextDecoder('utf-8')
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
  }
  const isKnown: boolean = iconv.encodingExists(encoding)
  if (!isKnown) throw new Unreadable(`encoding ${encoding} is not known`)
  const decoder = iconv.getDecoder(encoding)
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' }
}

/**
 * The encoding of a text file: what is given, else by its byte order mark, its zero bytes and its letters. All of the
 * file is read: throws `Unreadable`, with line and column, where a byte of it is no part of a character.
 */
export async function encodingOf(file: string, given?: string): Promise<string> {
  const encoding = given ?? (await foundEncoding(file))
  if (isUtf8Name(encoding)) {
    const letters = await utf8Letters(file)
    if (letters.bad > 0) throw await badByte(file, letters)
  } else if (/^utf-?16/i.test(encoding)) await checkPairs(file)
  else await checkDecoded(file, encoding)
  return encoding
}

async function foundEncoding(file: string): Promise<string> {
  const start = await headOf(file)
  const wide = wideEncoding(start)
  if (wide) return wide
  checkIsText(start)
  const { bad, good, isCut } = await utf8Letters(file)
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf
  // In windows-1252 a letter beyond ASCII hardly ever looks like one of UTF-8, and never most of them do.
  return !hasMark && bad > good * 10 && !(isCut && bad === 1) ? 'windows-1252' : 'utf-8'
}

async function headOf(file: string): Promise<Buffer> {
  for await (const part of contentOf(file)) return part.subarray(0, 4096)
  return Buffer.alloc(0)
}

/** As many may stand in a small table by mistake. */
const fewControls = 30

/** A picture or a program has no rows, however many line feeds it holds. */
function checkIsText(start: Buffer): void {
  if (start.length === 0) return
  if (start.toString('latin1', 0, 8) === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')
    throw new Unreadable('it is an old Excel file (.xls) or one with a password: save it as .xlsx without one')
  const control = start.filter((byte) => byte < 32 && (byte < 9 || byte > 13)).length
  if (start.toString('latin1', 0, 5) === '%PDF-' || (control > fewControls && control > start.length / 20))
    throw new Unreadable('it is no table: no text, no workbook and no SPSS file')
}

function wideEncoding(sample: Buffer): string | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
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

/** Letters beyond ASCII that are whole, bytes that belong to none, where the first of those is, and whether the last is cut off. */
type Letters = { good: number; bad: number; first: number; isCut: boolean }

async function utf8Letters(file: string): Promise<Letters> {
  if (await isAllUtf8(file)) return { good: 0, bad: 0, first: -1, isCut: false }
  const found: Letters = { good: 0, bad: 0, first: -1, isCut: false }
  let rest: Buffer = Buffer.alloc(0)
  let at = 0
  for await (const part of contentOf(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    const end = bytes.length - cutCharacter(bytes)
    countLetters(bytes.subarray(0, end), at, found)
    at += end
    rest = bytes.subarray(end)
  }
  if (rest.length > 0) {
    found.isCut = true
    found.bad++
    if (found.first < 0) found.first = at
  }
  return found
}

async function isAllUtf8(file: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of contentOf(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    const end = bytes.length - cutCharacter(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return false
    rest = bytes.subarray(end)
  }
  return rest.length === 0
}

function countLetters(bytes: Buffer, from: number, found: Letters): void {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const length = lengthOf(byte)
    if (length > 1 && isUtf8(bytes.subarray(at, at + length))) {
      found.good++
      at += length - 1
      continue
    }
    found.bad++
    if (found.first < 0) found.first = from + at
  }
}

/** Bytes of a character of UTF-8 by its first; 1 where it is none. */
const lengthOf = (byte: number) => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1)

/** How many bytes at the end belong to a UTF-8 character that is not complete. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0
  }
  return 0
}

/** In UTF-16 two bytes are a unit. */
async function checkPairs(file: string): Promise<void> {
  let size = 0
  for await (const part of contentOf(file)) size += part.length
  if (size % 2 === 1) throw new Unreadable('it is cut off: it ends in the middle of a character')
}

async function checkDecoded(file: string, encoding: string): Promise<void> {
  const decoder = decoderFor(encoding)
  for await (const part of contentOf(file))
    if (decoder.write(part).includes(replacement)) throw await undecodable(file, encoding)
}

async function undecodable(file: string, encoding: string): Promise<Unreadable> {
  const decoder = decoderFor(encoding)
  const place = placeCounter()
  for await (const part of contentOf(file)) {
    const [before = '', ...behind] = decoder.write(part).split(replacement, 2)
    place.pass(before)
    if (behind.length > 0) break
  }
  return new Unreadable(`${place.told()}: a byte that ${encoding} does not have`)
}

async function badByte(file: string, { first, bad }: Letters): Promise<Unreadable> {
  const decoder = decoderFor('utf-8')
  const place = placeCounter()
  let at = 0
  for await (const part of contentOf(file)) {
    place.pass(decoder.write(part.subarray(0, first - at)))
    at += part.length
    if (at > first) break
  }
  const which = bad === 1 ? 'a byte that is' : `the first of ${bad.toLocaleString('en')} bytes that are`
  const mend = 'Save the file as UTF-8 again, or say in which encoding it is ("encoding" in imports.json).'
  return new Unreadable(`${place.told()}: ${which} no part of UTF-8. ${mend}`)
}

/** Counts lines and characters of a text that comes in pieces. */
function placeCounter() {
  let [line, column, endedByReturn] = [1, 1, false]
  return {
    pass(text: string) {
      for (const character of text) {
        if (character === '\n' && endedByReturn) endedByReturn = false
        else if (character === '\n' || character === '\r') {
          line++
          column = 1
          endedByReturn = character === '\r'
        } else {
          column++
          endedByReturn = false
        }
      }
    },
    told: () => `line ${line}, column ${column}`,
  }
}
