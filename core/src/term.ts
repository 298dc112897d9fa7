import { fold } from './text.ts'

/** What stands for a word: itself, how it begins (`jono*`), ends (`*jono`), or what it holds (`*jono*`); `*` is any word. */
type Part = number

type Node = { readonly next: Map<number, Node>; parts: Part[]; whole: Part[] }
type Phrase<Meaning> = { readonly rest: readonly Part[]; readonly meaning: Meaning }

/** A word and what it may be: terms by itself, or the beginning of longer ones. */
type Understood<Meaning> = {
  readonly parts: readonly Part[]
  readonly alone: readonly Found<Meaning>[]
  readonly longer: readonly Phrase<Meaning>[]
}

/** A term found: what it means, and how many words it covers. */
export type Found<Meaning> = { readonly meaning: Meaning; readonly length: number }

export type TermIndex<Meaning> = {
  /** Terms of one word that a word is. */
  alone(word: string): readonly Found<Meaning>[]
  /** Terms that begin at a word. */
  at(words: readonly { readonly text: string }[], index: number): readonly Found<Meaning>[]
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
  const phrases = new Map<Part, Phrase<Meaning>[]>()
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
    const [first, ...rest] = termWords(term).map(partOf)
    if (first !== undefined) phrases.set(first, [...(phrases.get(first) ?? []), { rest, meaning }])
  }
  const any = known.get(anyWord)
  const remembered = new Map<string, Understood<Meaning>>()
  const understood = (text: string): Understood<Meaning> => {
    const found = remembered.get(text)
    if (found) return found
    const parts = [...(exact.get(text) ?? []), ...met(begins, text, 0)]
    for (let from = 0; from < text.length; from++) parts.push(...met(holds, text, from))
    const own = parts.flatMap((part) => phrases.get(part) ?? [])
    const alone = own.filter(({ rest }) => rest.length === 0).map(({ meaning }) => ({ meaning, length: 1 }))
    const word = { parts, alone, longer: own.filter(({ rest }) => rest.length > 0) }
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(text, word)
    return word
  }
  const isIn = (words: readonly { readonly text: string }[], from: number, rest: readonly Part[]) =>
    rest.every((wanted, k) => {
      const next = words[from + k]
      return next !== undefined && (wanted === any || understood(next.text).parts.includes(wanted))
    })
  return {
    at: (words, index) => {
      const { alone, longer } = understood(words[index]?.text ?? '')
      if (longer.length === 0) return alone
      const found = longer.filter(({ rest }) => isIn(words, index + 1, rest))
      return [...alone, ...found.map(({ meaning, rest }) => ({ meaning, length: 1 + rest.length }))]
    },
    alone: (text) => understood(text).alone,
  }
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
