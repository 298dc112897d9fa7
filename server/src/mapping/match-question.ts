import type { mappingWhys } from '@kaiku/contract/mapping.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { fold } from '@kaiku/core/text.ts'
import type { Draft } from '../column/column.ts'
import { slug } from '../column/slug.ts'
import { wordsOf } from '../column/vocabulary.ts'
import { type AskedQuestion, everyText } from './asked-question.ts'
import { codeOf } from './read-as.ts'

type Why = (typeof mappingWhys)[number]
export type Match = { readonly draft: Draft; readonly asked: AskedQuestion; readonly why: Why }

/** How much speaks for a proposal, of 100; less than `least` is no proposal. */
const strength = { name: 100, title: 90, alike: 55, options: 60 } as const
const [least, leastAlike, leastKnown, leastTaken] = [48, 0.6, 0.8, 0.5]

/** Types of questions that answers can belong to, by the type they look like. */
const fits: Readonly<Record<QuestionType, readonly QuestionType[]>> = {
  scale: ['scale', 'number', 'choice', 'text'],
  number: ['number', 'scale', 'choice', 'text'],
  choice: ['choice', 'multiple', 'scale', 'text'],
  multiple: ['multiple', 'text'],
  text: ['text', 'choice'],
  date: ['date', 'text'],
}

/** Which question each of the drafts is likely to answer: the surest first, no question twice. */
export function matches(drafts: readonly Draft[], questions: readonly AskedQuestion[]): Match[] {
  const all = drafts.flatMap((draft) => {
    const own = questions.flatMap((asked) => {
      const found = matchOf(draft, asked)
      return found && found.score >= least ? [Object.assign({ draft, asked }, found)] : []
    })
    const best = Math.max(0, ...own.map(({ score }) => score))
    // Where two questions are as near as each other, nothing speaks for one of them.
    return own.filter(({ score }) => score === best).length === 1 ? own : own.filter(({ why }) => why === 'name')
  })
  const drafted = new Set<Draft>()
  const answered = new Set<AskedQuestion>()
  return all
    .sort((a, b) => b.score - a.score)
    .filter(({ draft, asked }) => {
      if (drafted.has(draft) || answered.has(asked)) return false
      drafted.add(draft)
      answered.add(asked)
      return true
    })
}

function matchOf(draft: Draft, asked: AskedQuestion): { score: number; why: Why } | null {
  const { question, codes } = asked
  const { columns } = draft
  if (columns.length > 1 && question.type !== 'multiple') return null
  const own = namesOf(draft)
  const id = plain(question.id)
  if (own.some((name) => plain(name) === id)) return { score: strength.name, why: 'name' }
  const titles = [...everyText(question.title), ...everyText(question.text)].filter((text) => text.trim() !== '')
  const folded = new Set(titles.map(said))
  if (own.some((name) => folded.has(said(name)))) return { score: strength.title, why: 'title' }
  if (!fits[draft.question.type].includes(question.type)) return null
  const alike = Math.max(0, ...own.flatMap((name) => [...titles, question.id].map((title) => likeness(name, title))))
  if (alike >= leastAlike && takenShare(draft, asked) >= leastTaken)
    return { score: strength.alike + 30 * alike, why: 'alike' }
  const known = knownShare(draft, question, codes)
  return known >= leastKnown ? { score: strength.options * known, why: 'options' } : null
}

/** What the columns of a question are called: by one name, where it is spread over several. */
function namesOf({ columns, question }: Draft): string[] {
  const [first] = columns
  const title = typeof question.title === 'string' ? [question.title] : everyText(question.title)
  return columns.length === 1 && first ? [first.header, first.title, ...title] : [question.id, ...title]
}

const said = (text: string) =>
  fold(text.trim())
    .replace(/[\s?:.]+/g, ' ')
    .trim()
const plain = (name: string) => slug(name) || said(name)

/** Letters without numbers, and without what only counts questions: `Q7WALKWAYS` is `walkways`. */
const lettersOf = (text: string) =>
  wordsOf(text)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/^q(?=[^aeiouy])/, ''))
const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).join()

/** How alike two names are by their words, or by their letters where there is a slip, from 0 to 1; less where their numbers differ. */
function likeness(a: string, b: string): number {
  const [one, other] = [lettersOf(a), lettersOf(b)]
  const byWords = shared(one, other)
  const [letters, others] = [one.join(''), other.join('')]
  const bySlip = Math.min(letters.length, others.length) < shortest ? 0 : shared(pairs(letters), pairs(others))
  const found = Math.max(byWords, bySlip >= leastPairs ? bySlip : 0)
  return numbersOf(a) === numbersOf(b) ? found : found * otherNumber
}
/** Letters of a name in which a slip can be told from another word, and the share of their pairs that must be alike. */
const [shortest, leastPairs, otherNumber] = [5, 0.75, 0.85]

const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))

function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const [one, other] = [new Set(a), new Set(b)]
  return (2 * [...one].filter((part) => other.has(part)).length) / (one.size + other.size)
}

/** The share of a column's rows that a question takes as they are, or by the titles of its options. */
function takenShare({ columns, question: guess }: Draft, { question, codes }: AskedQuestion): number {
  const { type } = question
  if (columns.length > 1 || type === 'text' || type === guess.type || codes.size === 0) {
    if (type !== 'scale' && type !== 'choice') return 1
    if ('open' in question && question.open) return 1
  }
  const texts = columns.flatMap(({ answers }) => [...answers])
  const rows = texts.reduce((sum, [, n]) => sum + n, 0)
  const fits = (text: string) =>
    codeOf(text, question, codes) !== null || (type === 'number' && /^-?\d[\d\s.,]*%?$/.test(text))
  return rows === 0 ? 0 : texts.reduce((sum, [text, n]) => sum + (fits(text) ? n : 0), 0) / rows
}

/** The share of a column's answers that are options of a question; numbers alone say nothing of what they are. */
function knownShare({ columns: [column] }: Draft, question: Question, codes: AskedQuestion['codes']): number {
  if (!column || codes.size < 2) return 0
  const texts = [...column.answers]
  const known = texts.filter(([text]) => !/^[\d.,\s]*$/.test(text) && codeOf(text, question, codes) !== null)
  if (known.length < 2) return 0
  const rows = (some: readonly (readonly [string, number])[]) => some.reduce((sum, [, n]) => sum + n, 0)
  return rows(known) / Math.max(1, rows(texts))
}
