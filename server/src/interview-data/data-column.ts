import type { Question } from '@kaiku/contract/question.ts'
import { type ListedRow, listedPages, placeText } from '../interview-list/interview-file.ts'
import type { Listing } from '../interview-list/interview-list.ts'
import { sentence } from '../text/text.ts'

/** A code, a number or a text as it is stored; a day as `2026-01-31`; codes of a multiple choice; null: no answer. */
export type DataValue = number | string | readonly string[] | null
export type DataRow = readonly DataValue[]

/** A column of interviews as data. `name`: for programs, no two the same; `title`: for people, in the reader's language. */
export type DataColumn = {
  readonly name: string
  readonly title: string
  readonly type: 'number' | 'text' | 'day' | 'choice' | 'multiple'
  readonly decimals: number
  /** What it holds the answers to; null: it is about the interview. */
  readonly question: Question | null
  readonly value: (row: ListedRow) => DataValue
  /** What the reader calls the value. */
  readonly label: (row: ListedRow) => string | null
}

const types = {
  scale: 'number',
  number: 'number',
  text: 'text',
  date: 'day',
  choice: 'choice',
  multiple: 'multiple',
} as const

/** The columns of a list as data: the interview's id, day and place, its scores, its answers as codes. */
export function dataColumns(listing: Listing): DataColumn[] {
  const { asked, scores, columns } = listing
  const { indicators } = asked.dictionary.definition
  const about = (name: string, type: DataColumn['type'], title: string, value: DataColumn['value'], decimals = 0) => ({
    name,
    type,
    title,
    value,
    decimals,
    question: null,
    label: () => null,
  })
  const all: DataColumn[] = [
    about('interview.id', 'text', sentence('interview', asked.locale), (row) => row.interviewId),
    about('interview.day', 'day', sentence('day', asked.locale), (row) => row.day),
    about('interview.place', 'text', sentence('place', asked.locale), placeText),
    ...scores.map(({ id }) => {
      const indicator = indicators.find((one) => one.id === id)
      const title = indicator ? asked.translate(indicator.title) : id
      const score = (row: ListedRow) => row.scores.find((one) => one.indicator === id)?.value ?? null
      return about(`score.${id}`, 'number', title, score, indicator?.decimals ?? 0)
    }),
    ...columns.map(
      ({ question }, at): DataColumn => ({
        name: question.id,
        title: asked.translate(question.title),
        type: types[question.type],
        decimals: question.type === 'number' ? question.decimals : 0,
        question,
        value: (row) => row.answers[at]?.value ?? null,
        label: (row) => row.answers[at]?.label ?? null,
      }),
    ),
  ]
  return namedOnce(all)
}

function namedOnce(columns: readonly DataColumn[]): DataColumn[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    let name = column.name
    for (let at = 2; taken.has(name); at++) name = `${column.name}_${at}`
    taken.add(name)
    return { ...column, name }
  })
}

export type ListFollowed = {
  /** Hears how many rows were read so far. */
  readonly read: (n: number) => void
  readonly signal: AbortSignal
}

/** The rows of a list, several at a time. */
export async function* listedRows(
  listing: Listing,
  { read, signal }: ListFollowed,
): AsyncGenerator<readonly ListedRow[]> {
  let n = 0
  for await (const rows of listedPages(listing)) {
    signal.throwIfAborted()
    yield rows
    n += rows.length
    read(n)
  }
}

export const dataRow = (columns: readonly DataColumn[], row: ListedRow): DataRow =>
  columns.map(({ value }) => value(row))
