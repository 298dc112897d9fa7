import type { Filter } from '@kaiku/contract/filter.ts'
import { option, optionText } from '@kaiku/core/filter-token.ts'

/** The marks of a scale from its lowest to one of them. Null: a filter of something else. */
export function marksOf({ range, options }: Filter): readonly number[] | null {
  const marks = options.flatMap(({ extName }) => (/^-?\d+$/.test(extName) ? [Number(extName)] : []))
  return range || marks.length < 3 ? null : marks.sort((a, b) => a - b)
}

/** The highest mark that is chosen together with all below it; null where others are chosen, or only some. */
export function highestOf(marks: readonly number[], values: readonly string[]): number | null {
  const chosen = new Set(values.map(optionText))
  const highest = marks.filter((mark) => chosen.has(String(mark))).at(-1)
  if (highest === undefined || chosen.size !== values.length) return null
  const below = marks.filter((mark) => mark <= highest)
  return below.length === chosen.size && below.every((mark) => chosen.has(String(mark))) ? highest : null
}

export const upTo = (marks: readonly number[], highest: number): string[] =>
  marks.filter((mark) => mark <= highest).map((mark) => option(String(mark)))
