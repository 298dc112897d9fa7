import { type FindingDetail, responseCheckLimits } from '@kaiku/contract/response-check.ts'
import { addDays } from '@kaiku/core/day.ts'
import { grouped } from '@kaiku/core/response-share.ts'
import { type MonthScores, periodEnds, type Shift, shifts } from '@kaiku/core/response-shift.ts'
import {
  type CheckReading,
  endDays,
  firstOfMonth,
  monthOfDay,
  numbersOf,
  readMonths,
  type ScoredQuestion,
} from './check-data.ts'
import { scoredQuestions } from './checked-question.ts'
import type { FoundResponse } from './find-responses.ts'

type Row = Awaited<ReturnType<typeof readMonths>>[number]
type Of = 'mean' | 'best'

/** Months over that are looked at. */
const monthsLooked = 3
const shownMonths = 13

/** Scores of a month, of all its days; `best`: 100 for the best answer, 0 for the others. */
const scoresOf = (rows: readonly Row[], of: Of): MonthScores[] =>
  [...grouped(rows, ({ place, month }) => `${place} ${month}`).values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const sum = (key: 'n' | 'sum' | 'squares' | 'best') => parts.reduce((total, part) => total + part[key], 0)
    const { place, month } = first
    return of === 'mean'
      ? [{ place, month, n: sum('n'), sum: sum('sum'), squares: sum('squares') }]
      : [{ place, month, n: sum('n'), sum: 100 * sum('best'), squares: 10_000 * sum('best') }]
  })

/** Months that differ from their place’s past, and places whose last days of months are better. */
export async function findShifts(reading: CheckReading): Promise<FoundResponse[]> {
  const questions = scoredQuestions(reading.dictionary)
  if (questions.length === 0) return []
  const rows = await readMonths(reading, questions)
  const found: FoundResponse[] = []
  for (const question of questions) {
    const own = rows.filter((row) => row.question === question.id)
    found.push(...(await monthShifts(reading, question, own)), ...(await monthEnds(reading, question, own)))
  }
  return found
}

async function monthShifts(
  reading: CheckReading,
  { id }: ScoredQuestion,
  rows: readonly Row[],
): Promise<FoundResponse[]> {
  const from = monthOfDay(reading.today) - monthsLooked
  const told = (['mean', 'best'] as const).flatMap((of) => {
    const scores = scoresOf(rows, of)
    return shifts(scores, from).found.map((shift) => ({ shift, of, scores }))
  })
  const found: FoundResponse[] = []
  // Where both the mean and the best answers tell, the one that chance makes less likely.
  for (const [key, both] of grouped(told, ({ shift }) => `${shift.place} ${firstOfMonth(shift.month)} ${id}`)) {
    const [first] = [...both].sort((a, b) => a.shift.p - b.shift.p)
    if (!first) continue
    const { place, month, p } = first.shift
    const days = { from: firstOfMonth(month), to: addDays(firstOfMonth(month + 1), -1) }
    found.push({
      kind: 'shift',
      key: `shift ${key}`,
      place,
      p,
      ...days,
      detail: shiftDetail(first.shift, id, first.of, first.scores),
      interviews: await numbersOf(reading, { place, ...days }, () => 'true', responseCheckLimits.interviews),
    })
  }
  return found
}

function shiftDetail(shift: Shift, question: string, of: Of, scores: readonly MonthScores[]): FindingDetail {
  const own = new Map(scores.flatMap((one) => (one.place === shift.place ? [[one.month, one] as const] : [])))
  return {
    n: shift.n,
    count: null,
    usual: shift.expected,
    value: shift.mean,
    looked: shift.looked,
    question,
    of,
    from: null,
    to: null,
    series: Array.from({ length: shownMonths }, (_, at) => {
      const month = shift.month - shownMonths + 1 + at
      const one = own.get(month)
      return { at: firstOfMonth(month), value: one ? one.sum / one.n : null, n: one?.n ?? 0 }
    }),
  }
}

async function monthEnds(
  reading: CheckReading,
  { id, best, min }: ScoredQuestion,
  rows: readonly Row[],
): Promise<FoundResponse[]> {
  const last = monthOfDay(reading.today)
  // Of a scale whose lowest is best, what is better is less.
  const sign = best === min ? -1 : 1
  const parts = [...grouped(rows, ({ place, month }) => `${place} ${month}`).values()].flatMap((both) => {
    const part = (isEnd: boolean) => {
      const one = both.find((row) => row.isEnd === isEnd)
      return { n: one?.n ?? 0, sum: sign * (one?.sum ?? 0), squares: one?.squares ?? 0 }
    }
    const [first] = both
    return first && first.month >= last - shownMonths + 1
      ? [{ place: first.place, month: first.month, end: part(true), rest: part(false) }]
      : []
  })
  const found: FoundResponse[] = []
  for (const { place, n, beyond, p, looked, months } of periodEnds(parts).found) {
    const own = new Map(parts.flatMap((one) => (one.place === place ? [[one.month, one] as const] : [])))
    const days = { from: firstOfMonth(last - shownMonths + 1), to: addDays(firstOfMonth(last), -1) }
    const ofEnds = () => `i.day >= (date_trunc('month', i.day) + interval '1 month')::date - ${endDays}`
    found.push({
      kind: 'periodEnd',
      key: `periodEnd ${place} ${id}`,
      place,
      p,
      ...days,
      detail: {
        n,
        count: months,
        usual: 0,
        value: beyond,
        looked,
        question: id,
        of: 'mean',
        from: null,
        to: null,
        series: Array.from({ length: shownMonths - 1 }, (_, at) => {
          const month = last - shownMonths + 1 + at
          const one = own.get(month)
          const isKnown = one && one.end.n > 0 && one.rest.n > 0
          return {
            at: firstOfMonth(month),
            value: isKnown ? one.end.sum / one.end.n - one.rest.sum / one.rest.n : null,
            n: one?.end.n ?? 0,
          }
        }),
      },
      interviews: await numbersOf(reading, { place, ...days }, ofEnds, responseCheckLimits.interviews),
    })
  }
  return found
}
