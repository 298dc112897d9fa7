import { type Draft, type FileColumn, joined, type Note } from '../column/column.ts'
import { numberIn } from '../column/form.ts'
import type { Sample } from '../column/profile.ts'
import { means } from '../column/vocabulary.ts'

const fewestAnswers = 20
const mostGroups = 60
const blocks = 8
/** Scales that a longer one may have replaced. */
const shorter = [5, 7] as const
const hardlyAny = 0.02
const clearly = 0.2

/**
 * Doubts a long scale whose answers keep to a shorter one for some time or from some source: the figures before and
 * after do not mean the same. Null where nothing speaks for that.
 */
export function changedScale(draft: Draft, columns: readonly FileColumn[], { rows }: Sample): Note | null {
  const {
    question,
    columns: [column],
  } = draft
  if (question.type !== 'scale' || !column || question.max < 7 || (question.missing?.length ?? 0) > 4) return null
  const values = [...column.values.keys()].map((text) => numberIn(text) ?? Number.NaN)
  const inside = (value: number) => value >= question.min && value <= question.max
  const answers = rows.flatMap((row, at) => {
    const value = values[row[column.index] ?? -1] ?? Number.NaN
    return inside(value) ? [{ row, at, value }] : []
  })
  for (const end of shorter) {
    if (end >= question.max) continue
    const above = (list: readonly { value: number }[]) => list.filter(({ value }) => value > end).length / list.length
    for (const { name, groupOf, isOrder } of groupings(column, columns, rows.length)) {
      if (isOrder && end !== 5) continue
      const groups = new Map<string, typeof answers>()
      for (const one of answers) {
        const group = groupOf(one.row, one.at)
        if (group !== null) groups.set(group, [...(groups.get(group) ?? []), one])
      }
      const large = [...groups].filter(([, list]) => list.length >= fewestAnswers)
      const short = large.flatMap(([group, list]) => (above(list) <= hardlyAny && isWhole(list, end) ? [group] : []))
      if (short.length === 0 || !large.some(([, list]) => above(list) >= clearly)) continue
      // Elsewhere than at one end of the file it is the order of the rows rather than a change.
      if (isOrder && !short.includes(large[0]?.[0] ?? '') && !short.includes(large.at(-1)?.[0] ?? '')) continue
      const where = short.length > 4 ? `${short.slice(0, 3).join(', ')} and more` : joined(short)
      return {
        assumption: `the scale may have changed: answers keep to ${end} at most where ${name} is ${where}, and go to ${question.max} elsewhere`,
        reason: 'figures before and after would not mean the same: doubtful',
      }
    }
    if (end === 5 && question.max === 10 && answers.length >= 2 * fewestAnswers && above(answers) <= 0.05)
      return {
        assumption: `${Math.round(100 * (1 - above(answers)))} of 100 answers are 5 or less on a scale to 10`,
        reason: 'they may be answers on a shorter scale: doubtful',
      }
  }
  return null
}

/** Rows in the order of their answers keep to a few of them, and not to a shorter scale. */
function isWhole(list: readonly { readonly value: number }[], end: number): boolean {
  const counts = new Map<number, number>()
  for (const { value } of list) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].filter((n) => n >= hardlyAny * list.length).length >= end - 1
}

type Grouping = {
  readonly name: string
  readonly isOrder: boolean
  readonly groupOf: (row: Int32Array, at: number) => string | null
}

/** By columns that say when or from where a row is, and by the order of the rows. */
function groupings(own: FileColumn, columns: readonly FileColumn[], rows: number): Grouping[] {
  const named = columns.flatMap((column): Grouping[] => {
    if (column === own || column.many) return []
    const texts = [...column.values.keys()]
    const isDate = column.forms.dates.size > 0
    if (!isDate && !means(column.words, 'occasion')) return []
    const groups = isDate ? texts.map(yearOf) : texts
    const size = new Set(groups).size
    if (size < 2 || size > mostGroups) return []
    return [{ name: column.header.trim(), isOrder: false, groupOf: (row) => groups[row[column.index] ?? -1] ?? null }]
  })
  const block = (at: number) => Math.min(blocks, Math.floor((at * blocks) / Math.max(1, rows)) + 1)
  return [...named, { name: 'the part of the file', isOrder: true, groupOf: (_, at) => `${block(at)} of ${blocks}` }]
}

const yearOf = (text: string): string | null => /(?:19|20)\d\d/.exec(text)?.[0] ?? null
