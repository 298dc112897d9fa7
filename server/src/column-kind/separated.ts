import { type Draft, type FileColumn, share } from '../column/column.ts'
import { type Cut, cutAt, joinedPairs } from './separated-piece.ts'

const separators = [';', '|', ',', '\n'] as const
const mostOptions = 150
const longestOption = 160
const mostWords = 9
const leastKept = 0.8
const leastSplit = 0.1
const leastRecurring = 0.8

/** Several options in one cell (`Price; Service`); null when the pieces are no options. */
export function separated(column: FileColumn): Draft | null {
  const kept = [...column.answers.values()].reduce((sum, n) => sum + n, 0)
  if (column.answered < 5 || kept < column.answered * leastKept) return null
  for (const separator of separators) {
    const options = optionsAt(column, separator)
    if (!options) continue
    const { id, title } = column
    const inside = options.filter((option) => option.includes(separator)).length
    return {
      columns: [column],
      question: { type: 'multiple', id, title, options: options.map((code) => ({ code, title: code })), open: true },
      reading: { separator },
      use: {},
      notes: [
        {
          assumption: `several answers in a cell, separated by ${JSON.stringify(separator)}${inside > 0 ? `; ${inside} options contain it themselves` : ''}`,
          reason: `${options.length} pieces come again and again`,
        },
      ],
    }
  }
  return null
}

/** Whether no piece stands first in one cell and second in another. */
function haveOwnPlaces(cuts: readonly Cut[]): boolean {
  const places = new Map<string, number>()
  return cuts.every(({ pieces }) =>
    pieces.every((piece, at) => {
      const before = places.get(piece)
      places.set(piece, at)
      return before === undefined || before === at
    }),
  )
}

/** The pieces that come again, the most frequent first; null where they are no options. */
function optionsAt(column: FileColumn, separator: string): string[] | null {
  const texts = [...column.answers]
  const cut = joinedPairs(
    texts.map(([text, n]): Cut => ({ text, n, pieces: cutAt(text, separator) })),
    separator,
  )
  const split = cut.reduce((sum, { n, pieces }) => sum + (pieces.length > 1 ? n : 0), 0)
  if (share(split, column.answered) < leastSplit) return null
  // Always the same number of pieces: parts of one thing, as in "Turku, Finland".
  const lengths = new Set(cut.map(({ pieces }) => pieces.length))
  if (lengths.size === 1 && haveOwnPlaces(cut)) return null
  const found = new Map<string, { mentions: number; cells: number }>()
  for (const { n, pieces } of cut)
    for (const piece of new Set(pieces)) {
      const before = found.get(piece) ?? { mentions: 0, cells: 0 }
      found.set(piece, { mentions: before.mentions + n, cells: before.cells + 1 })
    }
  const again = [...found].filter(([, { cells }]) => cells >= 2)
  const mentions = (list: readonly (readonly [string, { mentions: number }])[]) =>
    list.reduce((sum, [, one]) => sum + one.mentions, 0)
  const isOptions =
    again.length >= 2 &&
    again.length <= mostOptions &&
    again.length < texts.length &&
    mentions(again) >= leastRecurring * mentions([...found]) &&
    again.every(([piece]) => piece.length <= longestOption && piece.split(' ').length <= mostWords)
  if (!isOptions) return null
  if (separator === ',' && again.some(([piece]) => /^\d+$/.test(piece)) && column.forms.comma > 0) return null
  const alone = [...found].filter(([piece, { mentions: n }]) => n >= 2 && piece.length <= longestOption)
  return alone
    .sort(([, a], [, b]) => b.mentions - a.mentions)
    .slice(0, 2 * mostOptions)
    .map(([piece]) => piece)
}
