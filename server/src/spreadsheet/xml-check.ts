import { fileLimits } from '../file-limit/file-limit.ts'
import { Unreadable } from '../file-limit/unreadable.ts'

/** Hears of each tag in turn, and of the text before it. */
export type Hear = (name: string, kind: 'open' | 'close' | 'empty', tag: string, before: string) => void

const [quotation, apostrophe, less, greater] = [34, 39, 60, 62]
const passed = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/**
 * Checks piece by piece that a part of a workbook is whole: each tag closed, in turn, to the end. Its reader would pass
 * over what is missing. Throws `Unreadable` that names the part.
 */
export function xmlCheck(name: string, hear: Hear = () => {}) {
  const damaged = (why: string) => new Unreadable(`${name} is ${why}`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const open: string[] = []
  let isBegun = false
  let [text, at] = ['', 0]

  function decoded(piece: Buffer): string {
    try {
      return decoder.decode(piece, { stream: true })
    } catch {
      throw damaged('damaged: bytes in it are no part of UTF-8')
    }
  }

  /** False: the rest is to come. */
  function readTag(start: number): boolean {
    const pass = text.charCodeAt(start + 1) === 33 || text.charCodeAt(start + 1) === 63
    if (pass) {
      const end = passedTo(text, start)
      if (end !== null) at = end
      return end !== null
    }
    const end = tagEnd(text, start + 1)
    if (end < 0) return false
    if (text.charCodeAt(end) === less) throw damaged('damaged: a tag stands inside another')
    const tag = text.slice(start + 1, end)
    const kind = tag.startsWith('/') ? 'close' : tag.endsWith('/') ? 'empty' : 'open'
    const own = /^[^\s/]+/.exec(kind === 'close' ? tag.slice(1) : tag)?.[0] ?? ''
    if (kind === 'close' && open.pop() !== own) throw damaged(`damaged: ${own} ends where it did not begin`)
    if (kind !== 'close' && isBegun && open.length === 0) throw damaged('damaged: something stands behind its end')
    if (kind === 'open') open.push(own)
    isBegun = true
    hear(own.slice(own.indexOf(':') + 1), kind, tag, text.slice(at, start))
    at = end + 1
    return true
  }

  return {
    push(piece: Buffer) {
      text = text.slice(at) + decoded(piece)
      at = 0
      for (let start = text.indexOf('<'); start >= 0 && readTag(start); ) start = text.indexOf('<', at)
      if (text.length - at > fileLimits.xmlPiece) throw damaged('damaged: a tag or text in it has no end')
    },
    end() {
      if (!isBegun || open.length > 0) throw damaged(`cut off${open.length > 0 ? ` inside ${open.at(-1)}` : ''}`)
      if (text.indexOf('<', at) >= 0) throw damaged('cut off')
    },
  }
}

/** Behind a comment, a declaration or plain characters; null where their end is to come. */
function passedTo(text: string, start: number): number | null {
  // Not enough of it to tell which.
  if (text.length - start < 9) return null
  const [, close = '>'] = passed.find(([begin]) => text.startsWith(begin, start)) ?? []
  const end = text.indexOf(close, start + 2)
  return end < 0 ? null : end + close.length
}

/** Where a tag ends, or where another begins inside it; -1 where that is to come. */
function tagEnd(text: string, from: number): number {
  let inside = 0
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === less) return at
    if (inside !== 0) {
      if (unit === inside) inside = 0
    } else if (unit === quotation || unit === apostrophe) inside = unit
    else if (unit === greater) return at
  }
  return -1
}
