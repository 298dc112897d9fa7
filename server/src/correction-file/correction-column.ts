import type { Question } from '@kaiku/contract/question.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Headers, folded to letters and digits; each language has its own words. */
const names = {
  interview: ['interviewid', 'interview', 'haastatteluid', 'haastattelu', 'intervjuid', 'intervju'],
  external: ['externalid', 'key', 'avain', 'nyckel', 'schlussel'],
  question: ['question', 'kysymys', 'fraga', 'frage'],
  value: ['value', 'arvo', 'varde', 'wert', 'answer', 'vastaus', 'svar', 'antwort'],
} as const

const folded = (header: string) =>
  header
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** How a file names interviews: by their ids in addresses, or by those that their senders know them by. */
export type KeyColumn = { readonly index: number; readonly header: string; readonly by: 'interview' | 'external' }

/** A value of each line, or a column for each question. */
export type CorrectionColumns = { readonly key: KeyColumn; readonly ignored: readonly string[] } & (
  | { readonly form: 'long'; readonly question: number; readonly value: number }
  | { readonly form: 'wide'; readonly questions: readonly { readonly index: number; readonly question: Question }[] }
)

/** What the columns of a file of corrections hold. Throws Fault `invalid` where they name no interview or no question. */
export function correctionColumns(dictionary: Dictionary, headers: readonly string[]): CorrectionColumns {
  const find = (name: keyof typeof names) => headers.findIndex((header) => says(names[name], header))
  const [interview, external, question, value] = [find('interview'), find('external'), find('question'), find('value')]
  const at = interview >= 0 ? interview : external
  const key: KeyColumn = { index: at, header: headers[at] ?? '', by: interview >= 0 ? 'interview' : 'external' }
  if (at < 0) throw refuse('invalid', 'correctionFile.noKey', {}, faults('interviewId or externalId', headers))
  const others = headers.flatMap((header, index) => (index === at ? [] : [{ header, index }]))
  if (question >= 0 && value >= 0) {
    const ignored = others.filter(({ index }) => index !== question && index !== value)
    return { key, form: 'long', question, value, ignored: ignored.map(({ header }) => header) }
  }
  const found = questionFinder(dictionary)
  const named = others.map((one) => ({ index: one.index, header: one.header, question: found(one.header) }))
  const taken = new Set<string>()
  const questions = named.flatMap(({ index, question: own }) => {
    if (own === null || taken.has(own.id)) return []
    taken.add(own.id)
    return [{ index, question: own }]
  })
  if (questions.length === 0)
    throw refuse('invalid', 'correctionFile.noQuestion', {}, faults('the name of a question', headers))
  const read = new Set(questions.map(({ index }) => index))
  return { key, form: 'wide', questions, ignored: named.flatMap((one) => (read.has(one.index) ? [] : [one.header])) }
}

const says = (words: readonly string[], header: string) => words.includes(folded(header))

const faults = (expected: string, headers: readonly string[]) => [
  { place: 'the header', expected, found: headers.join(', ').slice(0, 500) },
]

/** Finds the question that a text names: by its id, else by one of its titles where no other has that. */
export function questionFinder({ questions }: Dictionary): (text: string) => Question | null {
  const all = [...questions.values()].map(({ question }) => question).filter(({ hidden }) => !hidden)
  const ids = new Map(all.map((question) => [question.id, question]))
  const titles = new Map<string, Question | null>()
  for (const question of all) {
    const own = typeof question.title === 'string' ? [question.title] : Object.values(question.title)
    for (const title of new Set(own.map(folded))) titles.set(title, titles.has(title) ? null : question)
  }
  return (text) => ids.get(text.trim()) ?? (folded(text) === '' ? null : (titles.get(folded(text)) ?? null))
}
