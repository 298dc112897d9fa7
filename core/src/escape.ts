import { type Parsed, refused } from './parsed.ts'
import { refusal } from './text.ts'

// A slash would end the URL segment and an ampersand the query, so both have stand-ins that read like them.
const slash = '\u2044'
const ampersand = '\uff06'
const reserved = /[;*=,%#?\u2044\uff06\p{Cc}]/gu

const percent = (character: string): string => (character === '*' ? '%2A' : encodeURIComponent(character))

/** Writes a text so that no character of the grammars is left in it. */
export const encodeText = (text: string): string =>
  text.replace(reserved, percent).replaceAll('/', slash).replaceAll('&', ampersand)

/** Reads what `encodeText` wrote. `offset`: where the text stands in the whole, for the position of a refusal. */
export function decodeText(text: string, offset = 0): Parsed<string> {
  const broken = text.search(/%(?![0-9A-Fa-f]{2})/)
  if (broken >= 0) return refused(offset + broken, 'unfinished percent escape', 'two hexadecimal digits after %')
  let value = ''
  let at = 0
  for (const piece of text.split(/((?:%[0-9A-Fa-f]{2})+)/)) {
    const plain = piece.startsWith('%') ? decode(piece) : piece.replaceAll(slash, '/').replaceAll(ampersand, '&')
    if (plain === null) return refused(offset + at, 'percent escape that is not UTF-8', 'UTF-8')
    value += plain
    at += piece.length
  }
  const why = refusal(value)
  return why === null ? { ok: true, value } : refused(offset, why, 'text without NUL and half surrogate pairs')
}

function decode(escapes: string): string | null {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return null
  }
}
