import type { Filter } from '@kaiku/contract/filter.ts'
import { type FilterKind, writeRange } from '@kaiku/core/filter-kind.ts'
import { option } from '@kaiku/core/filter-token.ts'
import { fold } from '@kaiku/core/text.ts'
import { alike, startsAs } from './alike.ts'
import type { PhraseWords } from './phrase-words.ts'

/** Filters that words may be of, with what they are set to in each, and how many words that takes. */
export type Values = {
  readonly filters: readonly Filter[]
  readonly valuesOf: (filter: Filter) => readonly string[]
  readonly count: number
}

/** An option or a range at the beginning of words, of whichever filters have it; of none where it is one that no filter takes. */
export function readValues(words: readonly string[], filters: readonly Filter[], says: PhraseWords): Values | null {
  const isExcluded = says.not.includes(words[0] ?? '')
  const rest = isExcluded ? words.slice(1) : words
  const found = readOption(rest, filters, says) ?? (isExcluded ? null : readRange(rest, filters, says))
  if (!found) return null
  if (!isExcluded) return found
  return {
    filters: found.filters.filter(({ exclude }) => exclude),
    valuesOf: (filter) => found.valuesOf(filter).map((value) => `_${value}`),
    count: found.count + 1,
  }
}

function readOption(words: readonly string[], filters: readonly Filter[], says: PhraseWords): Values | null {
  const mean = (one: string, other: string) =>
    alike(one, other) || says.same.some((group) => group.includes(one) && group.includes(other))
  for (const isSame of [(one: string, other: string) => one === other, mean]) {
    let longest = 0
    let found = new Map<Filter, string[]>()
    for (const filter of filters)
      for (const { extName, title } of filter.options) {
        const own = fold(title).split(/\s+/)
        if (own.length < longest || !own.every((word, at) => isSame(word, words[at] ?? ''))) continue
        if (own.length > longest) found = new Map()
        longest = own.length
        found.set(filter, [...(found.get(filter) ?? []), option(extName)])
      }
    if (longest > 0)
      return { filters: [...found.keys()], valuesOf: (filter) => found.get(filter) ?? [], count: longest }
  }
  return null
}

type Range = {
  readonly from: number | null
  readonly to: number | null
  readonly isOpen: boolean
  readonly count: number
}

function readRange(words: readonly string[], filters: readonly Filter[], says: PhraseWords): Values | null {
  const range = rangeAt(words, says)
  if (!range) return null
  const fits = filters.flatMap((filter) => {
    const values = rangeIn[filter.kind](filter, range)
    return values.length > 0 ? [{ filter, values }] : []
  })
  const ages = fits.filter(({ filter }) =>
    fold(filter.title)
      .split(/\s+/)
      .some((word) => startsAs(word, says.age)),
  )
  const meant = fits.length > 1 && ages.length === 1 ? ages : fits
  const values = new Map(meant.map((one) => [one.filter, one.values]))
  return { filters: [...values.keys()], valuesOf: (filter) => values.get(filter) ?? [], count: range.count }
}

const number = (word: string | undefined) =>
  /^\d{1,9}(?:[.,]\d+)?$/.test(word ?? '') ? Number(word?.replace(',', '.')) : null

/** “30–50”, “30 to 50”, “over 60”, “60+”. `isOpen`: the named end itself is out. */
function rangeAt(words: readonly string[], says: PhraseWords): Range | null {
  const [first = '', second = '', third = ''] = words
  const [, from, to] = /^(\d{1,9}(?:[.,]\d+)?)[–—-](\d{1,9}(?:[.,]\d+)?)$/.exec(first.replace(/-\p{L}+$/u, '')) ?? []
  if (from !== undefined && to !== undefined) return ordered(number(from), number(to), 1)
  const one = number(first)
  if (one !== null) {
    const isBetween = says.to.includes(second) || /^[–—-]$/.test(second)
    return isBetween && number(third) !== null ? ordered(one, number(third), 3) : null
  }
  if (/^\d+\+$/.test(first)) return { from: Number(first.slice(0, -1)), to: null, isOpen: false, count: 1 }
  const named = number(second)
  if (named === null) return null
  if (says.over.includes(first)) return { from: named, to: null, isOpen: true, count: 2 }
  if (says.under.includes(first)) return { from: null, to: named, isOpen: true, count: 2 }
  if (says.atLeast.includes(first)) return { from: named, to: null, isOpen: false, count: 2 }
  return null
}

const ordered = (from: number | null, to: number | null, count: number): Range | null =>
  from === null || to === null || from > to ? null : { from, to, isOpen: false, count }

/** A range that lies within what a filter's answers are, an open end at theirs. */
function numbersOf({ extent, decimals }: Filter, { from, to, isOpen }: Range): readonly string[] {
  if (extent === null) return []
  const step = isOpen && decimals === 0 ? 1 : 0
  const [low, high] = [from === null ? extent.min : from + step, to === null ? extent.max : to - step]
  const isWithin = [from, to].every((end) => end === null || (end >= extent.min && end <= extent.max))
  const written = isWithin ? writeRange(low, high) : null
  return written === null ? [] : [written]
}

/** Options that are called by numbers, such as “30–39”, where some of them make exactly the range. */
function bandsOf({ options }: Filter, { from, to, isOpen }: Range): readonly string[] {
  if (isOpen || from === null) return []
  const inside = options.flatMap(({ extName, title }) => {
    const [, low, high, plus] = /^\D*(\d+)\s*(?:[–—-]\s*(\d+)|(\+))\D*$/.exec(title) ?? []
    if (low === undefined || (high === undefined && plus === undefined)) return []
    const band = { low: Number(low), high: high === undefined ? Number.POSITIVE_INFINITY : Number(high) }
    return band.low >= from && band.high <= (to ?? Number.POSITIVE_INFINITY)
      ? [{ ...band, value: option(extName) }]
      : []
  })
  const [lows, highs] = [inside.map(({ low }) => low), inside.map(({ high }) => high)]
  const isWhole = Math.min(...lows) === from && Math.max(...highs) === (to ?? Number.POSITIVE_INFINITY)
  return isWhole ? inside.map(({ value }) => value) : []
}

const noRange = () => []
/** How a filter of each kind takes a range. */
const rangeIn = {
  options: bandsOf,
  text: noRange,
  range: numbersOf,
  period: noRange,
  tableDate: noRange,
  campaign: noRange,
} satisfies Record<FilterKind, (filter: Filter, range: Range) => readonly string[]>
