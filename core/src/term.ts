import { fold } from './text.ts'

/** What stands for a word: itself, how it begins (`jono*`), ends (`*jono`), or what it holds (`*jono*`); `*` is any word. */
type Part = number

type Node = { readonly next: Map<number, Node>; parts: Part[]; whole: Part[] }
/** The words behind a phrase's first two. */
type Phrase<Meaning> = { readonly rest: readonly Part[]; readonly meaning: Meaning; readonly letters: number }
/** Phrases by what stands for their second word. */
type Longer<Meaning> = Map<Part, Phrase<Meaning>[]>

/** A word and what it may be: terms by itself, or the beginning of longer ones. */
type Understood<Meaning> = {
  readonly parts: readonly Part[]
  readonly alone: readonly Found<Meaning>[]
  readonly longer: Longer<Meaning>
}

/** A term found: what it means, how many words it covers, and how many letters of them it names. */
export type Found<Meaning> = { readonly meaning: Meaning; readonly length: number; readonly letters: number }

export type TermIndex<Meaning> = {
  /** Terms of one word that a word is. */
  alone(word: string): readonly Found<Meaning>[]
  /** Terms that begin at each word. */
  all(words: readonly { readonly text: string }[]): readonly (readonly Found<Meaning>[])[]
}

const anyWord = '*'
const node = (): Node => ({ next: new Map(), parts: [], whole: [] })
/** Words repeat: most of a text was looked up before. */
const mostRemembered = 50_000

/**
 * Finds terms in words. A term is a word or several in a row, each of them perhaps with stars; letters are compared
 * folded.
 */
export function termIndex<Meaning>(terms: Iterable<readonly [string, Meaning]>): TermIndex<Meaning> {
  const known = new Map<string, Part>()
  const exact = new Map<string, Part[]>()
  const [begins, holds] = [node(), node()]
  const single = new Map<Part, Found<Meaning>[]>()
  const phrases = new Map<Part, Longer<Meaning>>()
  const partOf = (text: string): Part => {
    const found = known.get(text)
    if (found !== undefined) return found
    const part = known.size
    known.set(text, part)
    if (text === anyWord) return part
    const bare = text.replaceAll(anyWord, '')
    if (text.startsWith(anyWord)) leafOf(holds, bare)[text.endsWith(anyWord) ? 'parts' : 'whole'].push(part)
    else if (text.endsWith(anyWord)) leafOf(begins, bare).parts.push(part)
    else exact.set(text, [...(exact.get(text) ?? []), part])
    return part
  }
  for (const [term, meaning] of terms) {
    const words = termWords(term)
    const [first, second, ...rest] = words.map(partOf)
    const letters = words.join('').replaceAll(anyWord, '').length
    if (first === undefined) continue
    if (second === undefined) listIn(single, first).push({ meaning, length: 1, letters })
    else {
      const longer: Longer<Meaning> = phrases.get(first) ?? new Map()
      phrases.set(first, longer)
      listIn(longer, second).push({ rest, meaning, letters })
    }
  }
  const any = known.get(anyWord)
  const remembered = new Map<string, Understood<Meaning>>()
  const understood = (text: string): Understood<Meaning> => {
    const found = remembered.get(text)
    if (found) return found
    const parts = [...(exact.get(text) ?? []), ...met(begins, text, 0)]
    for (let from = 0; from < text.length; from++) parts.push(...met(holds, text, from))
    const alone = parts.flatMap((part) => single.get(part) ?? [])
    const word = { parts, alone, longer: joined(parts.flatMap((part) => phrases.get(part) ?? [])) }
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(text, word)
    return word
  }
  const isIn = (words: readonly Understood<Meaning>[], from: number, rest: readonly Part[]): boolean => {
    for (let k = 0; k < rest.length; k++) {
      const [wanted, next] = [rest[k], words[from + k]]
      if (next === undefined || wanted === undefined || (wanted !== any && !next.parts.includes(wanted))) return false
    }
    return true
  }
  const phrasesAt = (words: readonly Understood<Meaning>[], index: number): readonly Found<Meaning>[] => {
    const [word, next] = [words[index], words[index + 1]]
    if (!word) return []
    if (word.longer.size === 0 || next === undefined) return word.alone
    let found: Found<Meaning>[] | null = null
    for (let k = 0; k <= next.parts.length; k++) {
      const part = k < next.parts.length ? next.parts[k] : any
      const phrases = part === undefined ? undefined : word.longer.get(part)
      if (!phrases) continue
      for (const { rest, meaning, letters } of phrases) {
        if (!isIn(words, index + 2, rest)) continue
        found ??= [...word.alone]
        found.push({ meaning, length: 2 + rest.length, letters })
      }
    }
    return found ?? word.alone
  }
  return {
    all: (texts) => {
      const words = texts.map(({ text }) => understood(text))
      return words.map((_, index) => phrasesAt(words, index))
    },
    alone: (text) => understood(text).alone,
  }
}

function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function joined<Meaning>(all: readonly Longer<Meaning>[]): Longer<Meaning> {
  const longer: Longer<Meaning> = new Map()
  for (const one of all) for (const [part, phrases] of one) listIn(longer, part).push(...phrases)
  return longer
}

/** The words of a term as they are compared. */
export const termWords = (term: string): string[] =>
  fold(term)
    .split(/[\s-]+/)
    .filter((word) => word !== '')

function leafOf(root: Node, text: string): Node {
  let at = root
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const next = at.next.get(code) ?? node()
    at.next.set(code, next)
    at = next
  }
  return at
}

function met(root: Node, text: string, from: number): Part[] {
  const found: Part[] = []
  let at: Node | undefined = root
  for (let k = from; k < text.length; k++) {
    at = at.next.get(text.charCodeAt(k))
    if (!at) return found
    if (at.parts.length) found.push(...at.parts)
    if (at.whole.length && k === text.length - 1) found.push(...at.whole)
  }
  return found
}
