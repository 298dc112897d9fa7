import { type Parsed, refused } from './parsed.ts'
import { refusal } from './text.ts'

export const scimComparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type ScimComparison = (typeof scimComparisons)[number]
export type ScimValue = string | number | boolean | null

/** A filter of SCIM 2.0 (RFC 7644, 3.4.2.2). Paths are as written: `name.familyName`, with or without a schema's URN. */
export type ScimFilter =
  | { readonly kind: 'compare'; readonly path: string; readonly operator: ScimComparison; readonly value: ScimValue }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly left: ScimFilter; readonly right: ScimFilter }
  | { readonly kind: 'not'; readonly inner: ScimFilter }
  /** `emails[type eq "work"]`: one value of several for which the inner filter holds. */
  | { readonly kind: 'within'; readonly path: string; readonly inner: ScimFilter }

/** `members`, `name.familyName`, `emails[type eq "work"].value`: what an operation of a PATCH is about. */
export type ScimPath = {
  readonly attribute: string
  readonly filter: ScimFilter | null
  /** After the brackets; dots before them are part of the attribute. */
  readonly sub: string | null
}

const longest = 8_000
const deepest = 40
const pathPattern = /[A-Za-z$][\w$:.-]*/y
const stringPattern = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const wordPattern = /[A-Za-z]+/y

/** Where it stopped being a filter; caught at the parser's own doors. */
class Stop {
  readonly position: number
  readonly message: string
  readonly expected: string
  constructor(position: number, message: string, expected: string) {
    this.position = position
    this.message = message
    this.expected = expected
  }
}

class Reader {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  skip() {
    while (this.text[this.at] === ' ') this.at += 1
  }
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }
  takeSign(sign: string): boolean {
    this.skip()
    if (this.text[this.at] !== sign) return false
    this.at += 1
    return true
  }
  /** A word in any case, when it is one of those. */
  takeWord<Word extends string>(words: readonly Word[]): Word | null {
    this.skip()
    const start = this.at
    const found = this.take(wordPattern)?.toLowerCase()
    const word = words.find((one) => one === found)
    if (word === undefined) this.at = start
    return word ?? null
  }
  stop(expected: string): never {
    const found = this.text.slice(this.at, this.at + 20)
    throw new Stop(this.at, found === '' ? 'ends too early' : `“${found}” is not expected here`, expected)
  }

  either(depth: number): ScimFilter {
    if (depth > deepest) throw new Stop(this.at, 'nested too deep', `at most ${deepest} brackets within each other`)
    let left = this.both(depth)
    while (this.takeWord(['or'])) left = { kind: 'or', left, right: this.both(depth) }
    return left
  }
  both(depth: number): ScimFilter {
    let left = this.single(depth)
    while (this.takeWord(['and'])) left = { kind: 'and', left, right: this.single(depth) }
    return left
  }
  single(depth: number): ScimFilter {
    const start = this.at
    if (this.takeWord(['not'])) {
      if (this.takeSign('(')) return { kind: 'not', inner: this.closed(depth, ')') }
      this.at = start
    }
    if (this.takeSign('(')) return this.closed(depth, ')')
    const path = this.path()
    if (this.text[this.at] === '[') {
      this.at += 1
      return { kind: 'within', path, inner: this.closed(depth, ']') }
    }
    const operator = this.takeWord(['pr', ...scimComparisons])
    if (operator === null) this.stop(`an operator: ${scimComparisons.join(', ')} or pr`)
    return operator === 'pr' ? { kind: 'present', path } : { kind: 'compare', path, operator, value: this.value() }
  }
  closed(depth: number, sign: ')' | ']'): ScimFilter {
    const inner = this.either(depth + 1)
    if (!this.takeSign(sign)) this.stop(`“${sign}”, “and” or “or”`)
    return inner
  }
  path(): string {
    this.skip()
    return this.take(pathPattern) ?? this.stop('the name of an attribute')
  }
  value(): ScimValue {
    this.skip()
    const start = this.at
    const quoted = this.take(stringPattern)
    if (quoted !== null) return readString(quoted, start)
    const number = this.take(numberPattern)
    if (number !== null) return Number(number)
    const word = this.takeWord(['true', 'false', 'null'])
    if (word === null) this.stop('a value: a text in double quotes, a number, true, false or null')
    return word === 'null' ? null : word === 'true'
  }
  end() {
    this.skip()
    if (this.at < this.text.length) this.stop('the end, “and” or “or”')
  }
}

function readString(quoted: string, position: number): string {
  let text: unknown
  try {
    text = JSON.parse(quoted)
  } catch {
    throw new Stop(position, 'is no text as JSON writes it', 'a text in double quotes with JSON’s escapes')
  }
  const why = typeof text === 'string' ? refusal(text) : 'is no text'
  if (typeof text !== 'string' || why !== null) throw new Stop(position, `${why}`, 'a text that can be stored')
  return text
}

function read<T>(text: string, by: (reader: Reader) => T): Parsed<T> {
  if (text.length > longest) return refused(longest, 'too long', `at most ${longest} characters`)
  const reader = new Reader(text)
  try {
    const value = by(reader)
    reader.end()
    return { ok: true, value }
  } catch (stopped) {
    if (stopped instanceof Stop) return refused(stopped.position, stopped.message, stopped.expected)
    throw stopped
  }
}

/** Reads `userName eq "anna" and not (active eq false)`; operators and words in any case. */
export const parseScimFilter = (text: string): Parsed<ScimFilter> => read(text, (reader) => reader.either(0))

export const parseScimPath = (text: string): Parsed<ScimPath> =>
  read(text, (reader) => {
    const attribute = reader.path()
    if (!reader.takeSign('[')) return { attribute, filter: null, sub: null }
    const filter = reader.closed(0, ']')
    return { attribute, filter, sub: reader.takeSign('.') ? reader.path() : null }
  })

/** The filter as text, with every bracket it needs and no other. */
export function formatScimFilter(filter: ScimFilter): string {
  switch (filter.kind) {
    case 'present':
      return `${filter.path} pr`
    case 'compare':
      return `${filter.path} ${filter.operator} ${JSON.stringify(filter.value)}`
    case 'not':
      return `not (${formatScimFilter(filter.inner)})`
    case 'within':
      return `${filter.path}[${formatScimFilter(filter.inner)}]`
    case 'or':
      return `${formatScimFilter(filter.left)} or ${bracketed(filter.right, ['or'])}`
    case 'and':
      return `${bracketed(filter.left, ['or'])} and ${bracketed(filter.right, ['or', 'and'])}`
  }
}

const bracketed = (filter: ScimFilter, kinds: readonly ScimFilter['kind'][]) =>
  kinds.includes(filter.kind) ? `(${formatScimFilter(filter)})` : formatScimFilter(filter)

/**
 * Whether the filter holds for one value of several, such as one mail address, given its sub-attributes by names in
 * lower case. Texts are compared in any case.
 */
export function scimMatches(filter: ScimFilter, of: Readonly<Record<string, ScimValue>>): boolean {
  switch (filter.kind) {
    case 'and':
      return scimMatches(filter.left, of) && scimMatches(filter.right, of)
    case 'or':
      return scimMatches(filter.left, of) || scimMatches(filter.right, of)
    case 'not':
      return !scimMatches(filter.inner, of)
    case 'within':
      return false
    case 'present':
      return (own(of, filter.path) ?? '') !== ''
    case 'compare':
      return compares(plain(own(of, filter.path)), filter.operator, plain(filter.value))
  }
}

const own = (of: Readonly<Record<string, ScimValue>>, path: string): ScimValue => {
  const name = path.toLowerCase()
  return Object.hasOwn(of, name) ? (of[name] ?? null) : null
}
const plain = (value: ScimValue) => (typeof value === 'string' ? value.toLowerCase() : value)

function compares(found: ScimValue, operator: ScimComparison, wanted: ScimValue): boolean {
  if (operator === 'eq' || operator === 'ne') return (found === wanted) === (operator === 'eq')
  if (typeof found !== 'string' || typeof wanted !== 'string') return false
  switch (operator) {
    case 'co':
      return found.includes(wanted)
    case 'sw':
      return found.startsWith(wanted)
    case 'ew':
      return found.endsWith(wanted)
    case 'gt':
      return found > wanted
    case 'ge':
      return found >= wanted
    case 'lt':
      return found < wanted
    case 'le':
      return found <= wanted
  }
}
