import { type Mapping, mapping } from '@kaiku/contract/import.ts'
import { z } from 'zod'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { CellFault } from './cell.ts'
import { type InterviewRow, interviewRows } from './interview-row.ts'
import { isFault, rowReader } from './row-reader.ts'

/** Answers as a program writes them, by question: numbers in their own unit. Null: not answered. */
export type SentAnswers = Readonly<Record<string, string | number | readonly string[] | null>>
export const sentAnswers = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()]))

type ReadJson = (key: string, answers: SentAnswers) => InterviewRow | CellFault

/** Separates codes; a character that no code contains. */
const separator = '\u001f'
const readers = new WeakMap<Dictionary, ReadJson>()

/** Reads answers in JSON by the same rules as those of a file whose columns are called like the questions. */
export function jsonRows(dictionary: Dictionary): ReadJson {
  const known = readers.get(dictionary) ?? readerOf(dictionary)
  readers.set(dictionary, known)
  return known
}

function readerOf(dictionary: Dictionary): ReadJson {
  const { questions } = dictionary
  const ids = [...questions.keys()]
  const { read, questions: order } = rowReader(dictionary, plainMapping(dictionary), { kind: 'json', headers: ids })
  const toRow = interviewRows(dictionary, order)
  return (key, answers) => {
    for (const [id, answer] of Object.entries(answers)) {
      const type = questions.get(id)?.question.type
      if (type === undefined) return { column: id, value: written(answer), reason: 'not a question of the survey' }
      if (typeof answer === 'object' && answer !== null && type !== 'multiple')
        return { column: id, value: written(answer), reason: 'not a list: the question takes one answer' }
    }
    const found = read(ids.map((id) => (Object.hasOwn(answers, id) ? cellOf(answers[id]) : '')))
    return isFault(found) ? found : toRow(key, found)
  }
}

const plainMapping = ({ questions }: Dictionary): Mapping =>
  mapping.parse({
    name: 'json',
    match: {},
    columns: [...questions].map(([id, { question }]) => ({
      column: id,
      question: id,
      ...(question.type === 'multiple' && { separator }),
    })),
  })

const cellOf = (answer: SentAnswers[string] | undefined): string => {
  if (answer === null || answer === undefined) return ''
  return typeof answer === 'object' ? answer.join(separator) : String(answer)
}

const written = (answer: SentAnswers[string]) => (typeof answer === 'string' ? answer : JSON.stringify(answer))
