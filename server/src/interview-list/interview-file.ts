import type { AnswerOf } from '@kaiku/contract/result.ts'
import { readDay } from '@kaiku/core/day.ts'
import type { SheetCell, SheetColumn } from '../table-file/sheet-cell.ts'
import { type TableFile, type TableFormat, tableFile } from '../table-file/table-file.ts'
import { sentence } from '../text/text.ts'
import { type Listing, readListing } from './interview-list.ts'

export type ListedRow = AnswerOf<'InterviewList'>['rows'][number]

const atOnce = 5_000

/** A list as a file: its columns, its rows in their order, and last how many those were. */
export const interviewFile = (listing: Listing, format: TableFormat): TableFile => tableFile(linesOf(listing), format)

/** The columns of a list, and its rows, several at a time; `read` hears how many there were so far. */
export const interviewColumns = (listing: Listing): SheetColumn[] => [
  { title: sentence('interview', listing.asked.locale) },
  ...headOf(listing).map((title) => ({ title })),
]
export async function* interviewRows(
  listing: Listing,
  read: (n: number) => void,
): AsyncGenerator<readonly SheetCell[][]> {
  let n = 0
  for await (const rows of listedPages(listing)) {
    n += rows.length
    yield rows.map((row) => [row.interviewId, ...cellsOf(listing, row)])
    read(n)
  }
}

/** All rows of a list, in its order. */
export async function* listedPages(listing: Listing): AsyncGenerator<readonly ListedRow[]> {
  let after: string | undefined
  do {
    const { rows, next } = await readListing(listing, atOnce, after)
    yield rows
    after = next ?? undefined
  } while (after !== undefined)
}

function headOf({ asked: { dictionary, locale, translate }, columns, scores }: Listing): string[] {
  const { indicators } = dictionary.definition
  const titles = scores.map(({ id }) => {
    const indicator = indicators.find((one) => one.id === id)
    return indicator ? translate(indicator.title) : id
  })
  return [
    sentence('day', locale),
    sentence('place', locale),
    ...titles,
    ...columns.map(({ question }) => translate(question.title)),
  ]
}

function cellsOf({ scores, columns }: Listing, row: ListedRow): SheetCell[] {
  return [
    row.day === null ? null : dayOf(row.day),
    placeText(row),
    ...scores.map(({ id }) => row.scores.find(({ indicator }) => indicator === id)?.value ?? null),
    ...columns.map(({ question }, at): SheetCell => {
      const answer = row.answers[at]
      if (!answer) return null
      if (question.type === 'scale' && !answer.missing && typeof answer.value === 'number') return answer.value
      if (question.type === 'date' && typeof answer.value === 'string') return dayOf(answer.value)
      return answer.label ?? (typeof answer.value === 'object' ? answer.value.join(', ') : answer.value)
    }),
  ]
}

/** The path to where an interview was held, as far as the viewer may know it. */
export const placeText = ({ place }: ListedRow): string => place.filter((name) => name !== '').join(' › ')

/** What is written as a day is one, where sheets have such a day. */
function dayOf(text: string): SheetCell {
  const day = readDay(text)
  return day !== null && day >= firstDay ? { day } : text
}
const firstDay = '1900-03-01'

async function* linesOf(listing: Listing): AsyncGenerator<readonly SheetCell[][]> {
  yield [headOf(listing)]
  let n = 0
  for await (const rows of listedPages(listing)) {
    n += rows.length
    yield rows.map((row) => cellsOf(listing, row))
  }
  yield [[sentence('interviews', listing.asked.locale), n]]
}
