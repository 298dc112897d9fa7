import type { Filter } from '@kaiku/contract/filter.ts'
import { type FilterKind, readRange, writeRange } from '@kaiku/core/filter-kind.ts'
import { option, optionText } from '@kaiku/core/filter-token.ts'

type Along = {
  readonly from: number
  readonly to: number
  readonly max: number
  readonly step: number
  /** The values that reach so far. */
  readonly upTo: (to: number) => readonly string[]
}

/** A condition that reaches from one end of a scale to a limit; null where it is none, or says something else. */
export const alongOf = (filter: Filter, values: readonly string[]): Along | null => along[filter.kind](filter, values)

function alongRange({ extent, decimals }: Filter, values: readonly string[]): Along | null {
  const range = values.length === 1 ? readRange(values[0] ?? '') : null
  if (!range || !extent || extent.max <= range.from) return null
  const upTo = (to: number) => [writeRange(range.from, to)].flatMap((one) => one ?? [])
  return { ...range, max: Math.max(extent.max, range.to), step: 10 ** -decimals, upTo }
}

function alongMarks({ options }: Filter, values: readonly string[]): Along | null {
  const marks = options
    .flatMap(({ extName }) => (/^-?\d+$/.test(extName) ? [Number(extName)] : []))
    .sort((a, b) => a - b)
  const [from, max] = [marks[0], marks.at(-1)]
  const chosen = new Set(values.map(optionText))
  const to = marks.filter((mark) => chosen.has(String(mark))).at(-1)
  if (marks.length < 3 || from === undefined || max === undefined || to === undefined) return null
  const below = marks.filter((mark) => mark <= to)
  const isWhole = below.length === values.length && below.every((mark) => chosen.has(String(mark)))
  const upTo = (limit: number) => marks.filter((mark) => mark <= limit).map((mark) => option(String(mark)))
  return isWhole ? { from, to, max, step: 1, upTo } : null
}

const alongNothing = () => null
const along = {
  options: alongMarks,
  text: alongNothing,
  range: alongRange,
  period: alongNothing,
  tableDate: alongNothing,
  campaign: alongNothing,
} satisfies Record<FilterKind, (filter: Filter, values: readonly string[]) => Along | null>
