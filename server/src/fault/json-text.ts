import { refusal } from '@kaiku/core/text.ts'

export type JsonPlace = readonly (string | number)[]

/** Why a text is not JSON, and where. */
export class JsonFault extends Error {
  readonly offset: number
  readonly expected: string
  readonly found: string
  constructor(offset: number, expected: string, found: string) {
    super(`expected ${expected}, found ${found}`)
    this.offset = offset
    this.expected = expected
    this.found = found
  }
}

// What a string may hold is left to JSON.parse; here its end is found.
const token =
  /[ \t\r\n]*(?:("(?:[^"\\\r\n]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:]))/y
const deepest = 64

/**
 * Walks a JSON text and tells the offset of each value. Stricter than `JSON.parse`: a key may stand once in an object.
 * Throws JsonFault.
 */
export function walkJson(text: string, visit: (place: JsonPlace, offset: number) => void): void {
  // A byte order mark is no part of the text.
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const place: (string | number)[] = []

  const peek = () => {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return null
    const [all, string, number, word, sign] = found
    const value = string ?? number ?? word ?? sign ?? ''
    const start = at + all.length - value.length
    if (string !== undefined) checkText(string, start)
    return { start, end: at + all.length, text: value, string, sign }
  }
  const refuse = (expected: string): never => {
    const rest = text.slice(at)
    const start = at + (rest.length - rest.trimStart().length)
    const [found = ''] = /^(?:"[^"\n]*"?|[\w.+-]+|.?)/su.exec(text.slice(start, start + 40)) ?? []
    throw new JsonFault(start, expected, found === '' ? 'the end of the file' : found)
  }
  const take = (expected: string, ...signs: readonly string[]) => {
    const next = peek()
    if (!next?.sign || !signs.includes(next.sign)) return refuse(expected)
    at = next.end
    return next.sign
  }
  const key = (known: Set<string>) => {
    const next = peek()
    if (next?.string === undefined) return refuse('a key in double quotes')
    const name = String(JSON.parse(next.string))
    if (known.has(name)) throw new JsonFault(next.start, 'each key once', `a second "${name}"`)
    known.add(name)
    at = next.end
    take('":"', ':')
    return name
  }
  const value = () => {
    const next = peek()
    if (!next || (next.sign && next.sign !== '{' && next.sign !== '[')) return refuse('a value')
    if (place.length > deepest) throw new JsonFault(next.start, `at most ${deepest} levels`, 'one more')
    visit(place, next.start)
    at = next.end
    if (next.sign === '{') members()
    if (next.sign === '[') elements()
  }
  const members = () => {
    if (peek()?.sign === '}') return void take('"}"', '}')
    const known = new Set<string>()
    do {
      place.push(key(known))
      value()
      place.pop()
    } while (take('"," or "}"', ',', '}') === ',')
  }
  const elements = () => {
    if (peek()?.sign === ']') return void take('"]"', ']')
    let index = 0
    do {
      place.push(index++)
      value()
      place.pop()
    } while (take('"," or "]"', ',', ']') === ',')
  }

  value()
  if (text.slice(at).trim() !== '') refuse('the end of the file')
}

/** `line:column`, both from 1. */
export function lineColumn(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return `${line}:${offset - before.lastIndexOf('\n')}`
}

function checkText(written: string, offset: number): void {
  const text = readText(written)
  if (text === null) throw new JsonFault(offset, 'a text with valid escapes', written.slice(0, 40))
  const problem = refusal(text)
  if (problem) throw new JsonFault(offset, 'a text that can be stored', `one that ${problem}`)
}

function readText(written: string): string | null {
  try {
    return String(JSON.parse(written))
  } catch {
    return null
  }
}
