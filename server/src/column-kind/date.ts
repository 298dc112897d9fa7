import type { Day } from '@kaiku/core/day.ts'
import { type Draft, type FileColumn, isKey, joined, listed, type Note, share, wholeAnswers } from '../column/column.ts'
import type { DateForm } from '../column/form.ts'
import { means } from '../column/vocabulary.ts'
import { farDays } from '../import/far-day.ts'
import { firstDate } from '../interview-row/answer.ts'
import { dateReader, isoDate } from '../interview-row/date-format.ts'

const leastDates = 0.9
const mostOddTexts = 40

/** A column of calendar days, with or without a time; null for any other. */
export function date(column: FileColumn, kind: 'csv' | 'xlsx' | 'sav'): Draft | null {
  const { forms, id, title } = column
  const outlines = [...forms.dates].sort(([, a], [, b]) => b.n - a.n)
  const dated = outlines.reduce((sum, [, { n }]) => sum + n, 0)
  if (dated === 0 || share(dated, column.answered) < leastDates) return null
  const isCompact = outlines.some(([outline]) => outline === 'yyyyMMdd')
  if (isCompact && !means(column.words, 'date')) return null
  const order = monthFirst(outlines)
  const formats = outlines.map(([outline, form]) => pattern(outline, form, order.monthFirst))
  const readers = [...formats.map((format) => dateReader(format)), ...(kind === 'csv' ? [] : [isoDate])]
  const dayOf = (text: string) => firstDate(readers)(text)?.day ?? null
  const odd = [...column.answers.keys()].filter((text) => dayOf(text) === null)
  if (odd.length > mostOddTexts || !odd.every(isKey)) return null
  const notes: Note[] = [
    { assumption: `date written ${joined(formats)}`, reason: order.reason ?? 'its values read so' },
  ]
  if (odd.length > 0)
    notes.push({
      assumption: `${joined(odd.slice(0, 5))}${odd.length > 5 ? ' …' : ''} taken as no answer`,
      reason: 'not a date',
    })
  const far = farTexts(column, dayOf)
  if (far) notes.push(far.note)
  const unread = [...odd, ...(far?.texts ?? [])]
  return {
    columns: [column],
    question: { type: 'date', id, title },
    reading: {
      ...(kind === 'csv' || formats.some((format) => !format.startsWith('yyyy-MM-dd')) ? { formats } : {}),
      ...(unread.length > 0 ? { recode: Object.fromEntries(unread.map((text) => [text, null])) } : {}),
    },
    use: {},
    notes,
  }
}

/** Days far from all others, which would stretch every trend: told, and left out where they can be named. */
function farTexts(column: FileColumn, dayOf: (text: string) => Day | null) {
  const rows = new Map<Day, number>()
  const texts = new Map<Day, string[]>()
  for (const [text, n] of column.answers) {
    const day = dayOf(text)
    if (day === null) continue
    rows.set(day, (rows.get(day) ?? 0) + n)
    texts.set(day, [...(texts.get(day) ?? []), text])
  }
  const far = farDays(rows)
  if (!far) return null
  const shown = listed(far.found.slice(0, 5).map(({ day, rows: n }) => [day, n] as const))
  const found = far.found.flatMap(({ day }) => texts.get(day) ?? []).filter(isKey)
  return {
    texts: found,
    note: {
      assumption: `${shown}${far.found.length > 5 ? ' and more' : ''} taken as no date`,
      reason: `far from the others, which lie from ${far.from} to ${far.to}: doubtful`,
    },
  }
}

function monthFirst(outlines: readonly (readonly [string, DateForm])[]): {
  monthFirst: boolean
  reason: string | null
} {
  const open = outlines.filter(([outline]) => outline.startsWith('1'))
  if (open.length === 0) return { monthFirst: false, reason: null }
  const first = open.reduce((sum, [, { firstOver }]) => sum + firstOver, 0)
  const second = open.reduce((sum, [, { secondOver }]) => sum + secondOver, 0)
  if (first > second) return { monthFirst: false, reason: 'the first number goes beyond 12, so it is the day' }
  if (second > first) return { monthFirst: true, reason: 'the second number goes beyond 12, so it is the day' }
  // Dots are European; a.m. and p.m. are not.
  const american = open.some(([outline]) => outline.includes('hh'))
  return {
    monthFirst: american,
    reason: `day and month cannot be told apart by the values: ${american ? 'month' : 'day'} first assumed`,
  }
}

function pattern(outline: string, { oneDigit }: DateForm, monthFirst: boolean): string {
  const [day, month] = oneDigit ? ['d', 'M'] : ['dd', 'MM']
  return outline.startsWith('1')
    ? outline.replace('1', monthFirst ? month : day).replace('2', monthFirst ? day : month)
    : outline
}

/** What looks like a part of a date and is none: said, and kept as it is. */
export function partOfDate(column: FileColumn): Note | null {
  const whole = wholeAnswers(column, 31)
  const values = [...(whole?.keys() ?? [])]
  const isDay = means(column.words, 'dayName') && !means(column.words, 'duration')
  const inMonth = Math.max(...values) > 12 && values.every((value) => value >= 1 && value <= 31)
  if (isDay && inMonth)
    return {
      assumption: 'day of the month, no date of the interview',
      reason: 'month and year are not beside it: give them as "base" in imports.json',
    }
  if (share(column.forms.time, column.answered) >= leastDates)
    return { assumption: 'time of day, kept as text', reason: 'its values have no day' }
  return null
}

/** The column whose days are the interviews' days: named so, filled most, first. */
export function leadingDate(drafts: readonly Draft[]): Draft | null {
  const score = ({ columns: [column] }: Draft) =>
    column
      ? column.answered +
        (means(column.words, 'answered') ? 2e12 : 0) +
        (means(column.words, 'date') ? 1e12 : 0) -
        (means(column.words, 'personal') ? 9e12 : 0)
      : 0
  return drafts
    .filter(({ question }) => question.type === 'date')
    .reduce<Draft | null>((best, draft) => (best === null || score(draft) > score(best) ? draft : best), null)
}
