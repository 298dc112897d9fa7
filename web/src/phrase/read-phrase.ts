import type { Filter } from '@kaiku/contract/filter.ts'
import { type RankingPart, rankingParts } from '@kaiku/contract/ranking-order.ts'
import type { Calendar, Day } from '@kaiku/core/day.ts'
import { looksAtAnswer } from '@kaiku/core/filter-kind.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Locale } from '../text/text.ts'
import { alike, startsAs } from './alike.ts'
import { readPeriod } from './phrase-period.ts'
import { readValues, type Values } from './phrase-values.ts'
import { type PhraseWords, phraseWords } from './phrase-words.ts'

/** What a phrase can name: everything in the reader's language. */
export type Vocabulary = {
  readonly locale: Locale
  readonly filters: readonly Filter[]
  /** What places are called, level by level. */
  readonly levels: readonly string[]
  readonly periods: readonly { readonly title: string; readonly written: string }[]
  readonly today: Day
  readonly calendar: Calendar
}

/** A part of a phrase and what it means. `unclear`: several filters could be meant, by these titles. */
export type Piece = { readonly text: string } & (
  | { readonly is: 'values'; readonly filter: string; readonly values: readonly string[] }
  | { readonly is: 'period'; readonly written: string }
  /** `level`: which of the levels its rows are of; null: it does not say. */
  | { readonly is: 'rank'; readonly part: RankingPart; readonly level: number | null }
  | { readonly is: 'unclear'; readonly between: readonly string[] }
  | { readonly is: 'unknown' }
)
type ReadPiece = { readonly piece: Piece; readonly count: number } | null

/** “women 30–50, last quarter, worst 10 stores”: its pieces in their order. Words that say nothing are passed over. */
export function readPhrase(text: string, vocabulary: Vocabulary): Piece[] {
  const says = phraseWords[vocabulary.locale]
  // A comma inside of a number parts nothing.
  return text.split(/,(?!\d)|[;\n]/).flatMap((segment) => readSegment(segment, vocabulary, says))
}

function readSegment(segment: string, vocabulary: Vocabulary, says: PhraseWords): Piece[] {
  const written = segment.trim().split(/\s+/).filter(Boolean)
  const words = written.map((word) => fold(word).replace(/^["“”(]+|["“”.:!?)]+$/g, ''))
  const pieces: Piece[] = []
  let unknown: string[] = []
  const end = () => {
    if (unknown.length > 0) pieces.push({ is: 'unknown', text: unknown.join(' ') })
    unknown = []
  }
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at)
    const found = readOne(rest, written.slice(at), vocabulary, says)
    if (found) {
      end()
      pieces.push(found.piece)
      at += found.count
    } else {
      if (!says.fillers.includes(rest[0] ?? '') || unknown.length > 0) unknown.push(written[at] ?? '')
      at += 1
    }
  }
  end()
  return pieces
}

function readOne(
  words: readonly string[],
  written: readonly string[],
  vocabulary: Vocabulary,
  says: PhraseWords,
): ReadPiece {
  const textOf = (count: number) => written.slice(0, count).join(' ')
  const rank = readRank(words, vocabulary.levels, says)
  if (rank)
    return { piece: { is: 'rank', text: textOf(rank.count), part: rank.part, level: rank.level }, count: rank.count }
  if (vocabulary.filters.some(({ kind }) => kind === 'period')) {
    const period = readPeriod(words, says, vocabulary)
    if (period)
      return { piece: { is: 'period', text: textOf(period.count), written: period.written }, count: period.count }
  }
  const filters = vocabulary.filters.filter(({ kind }) => looksAtAnswer(kind))
  const tried = [...namedFilters(words, filters), { length: 0, of: filters }].flatMap(({ length, of }) => {
    const found = readValues(words.slice(length), of, says)
    return found ? [{ ...found, count: length + found.count }] : []
  })
  const found = tried.find((one) => one.filters.length > 0 && one.count >= (tried[0]?.count ?? 0)) ?? tried[0]
  return found ? { piece: pieceOf(found, textOf(found.count)), count: found.count } : null
}

function pieceOf({ filters, valuesOf }: Values, text: string): Piece {
  const [only, ...others] = filters
  if (!only) return { is: 'unknown', text }
  return others.length > 0
    ? { is: 'unclear', text, between: filters.map(({ title }) => title) }
    : { is: 'values', text, filter: only.extName, values: valuesOf(only) }
}

/** Filters whose titles the words begin with, the longest title first. */
function namedFilters(words: readonly string[], filters: readonly Filter[]) {
  const lengths = new Map<number, Filter[]>()
  for (const filter of filters) {
    const title = fold(filter.title).split(/\s+/)
    if (title.every((word, at) => alike(word, words[at] ?? '')))
      lengths.set(title.length, [...(lengths.get(title.length) ?? []), filter])
  }
  return [...lengths].sort(([a], [b]) => b - a).map(([length, of]) => ({ length, of }))
}

/** “worst 10 stores”, “10 best”, “the worst stores”: as many as rankings show, at least. */
function readRank(words: readonly string[], levels: readonly string[], says: PhraseWords) {
  const before = /^\d{1,3}$/.test(words[0] ?? '') ? 1 : 0
  const word = words[before]
  const end = startsAs(word, says.worst) ? 'worst' : startsAs(word, says.best) ? 'best' : null
  if (end === null) return null
  const after = before === 0 && /^\d{1,3}$/.test(words[1] ?? '') ? 1 : 0
  const asked = before + after > 0 ? Number(before > 0 ? words[0] : words[1]) : null
  const count = before + 1 + after
  const level = levels.findLastIndex((title) => alike(fold(title), words[count] ?? ''))
  // “Best” alone may be an answer.
  if (asked === null && level < 0) return null
  const part = rankingParts.find((one) => one.startsWith(end) && Number(one.slice(end.length)) >= (asked ?? 10))
  return part ? { part, level: level < 0 ? null : level, count: count + (level < 0 ? 0 : 1) } : null
}
