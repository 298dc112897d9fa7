import type { AnswerOf } from '@kaiku/contract/result.ts'
import { readDay } from '@kaiku/core/day.ts'
import type { SheetCell, SheetColumn } from '../table-file/sheet-cell.ts'
import { type TableFile, type TableFormat, tableFile } from '../table-file/table-file.ts'
import { sentence } from '../text/text.ts'
import { findListed, type Listing, readListed } from './interview-list.ts'

export type ListedRow = AnswerOf<'InterviewList'>['rows'][number]

/** To find rows goes through all of the list, to read them holds all that they say in memory. */
const foundAtOnce = 20_000
const readAtOnce = 500

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

type Finding = ReturnType<typeof findListed>

/** All rows of a list, in its order. What comes next is asked for while what is there is used. */
export async function* listedPages(listing: Listing): AsyncGenerator<readonly ListedRow[]> {
  let coming: Promise<readonly ListedRow[]> | null = null
  let finding: Finding | null = findListed(listing, foundAtOnce, undefined)
  while (finding) {
    const { found, next }: Awaited<Finding> = await finding
    finding = next === null ? null : heardLater(findListed(listing, foundAtOnce, next))
    for (let at = 0; at < found.length; at += readAtOnce) {
      const reading = heardLater(readListed(listing, found.slice(at, at + readAtOnce)))
      if (coming) yield await coming
      coming = reading
    }
  }
  if (coming) yield await coming
}

/** What fails before anybody waits for it fails when they do. */
function heardLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
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
