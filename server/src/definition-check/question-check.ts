import type { Definition, DefinitionFile } from '@kaiku/contract/definition.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { reservedNames } from './reserved-name.ts'

/** Notes one fault: where, what should stand there, what stands there. */
export type Against = (file: DefinitionFile, place: JsonPlace, expected: string, found: string) => void

/** Notes each id that stood before. */
export function checkUnique(
  against: Against,
  file: DefinitionFile,
  items: readonly { readonly id: string | number; readonly place: JsonPlace }[],
): void {
  const known = new Set<string | number>()
  for (const { id, place } of items) {
    if (known.has(id)) against(file, place, 'each name once', `a second ${JSON.stringify(id)}`)
    known.add(id)
  }
}

/** Notes a name that is not among the known ones, with the nearest of them. */
export function checkKnown(
  against: Against,
  file: DefinitionFile,
  place: JsonPlace,
  kind: string,
  wanted: string,
  known: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): boolean {
  if (known.has(wanted)) return true
  const near = [...known.keys()].find((name) => name.toLowerCase() === wanted.toLowerCase())
  against(file, place, `the name of ${kind}${near ? ` (perhaps "${near}")` : ''}`, `"${wanted}"`)
  return false
}

/** Questions by id; of a double the first. */
export const byId = (questions: readonly Question[]): ReadonlyMap<string, Question> =>
  new Map(questions.toReversed().map((question) => [question.id, question]))

const single = ['date', 'weight', 'contact'] as const
const roleTypes: Readonly<Partial<Record<Question['roles'][number], readonly QuestionType[]>>> = {
  date: ['date'],
  weight: ['number', 'scale'],
  contact: ['text', 'choice', 'number'],
  comment: ['text'],
}
// The one below stands for "no answer" inside ClickHouse.
const smallest = -32_767
const largest = 32_767

export function checkQuestions({ questions }: Definition, against: Against): void {
  const file = 'questions.json'
  checkUnique(
    against,
    file,
    questions.map(({ id }, i) => ({ id, place: ['questions', i, 'id'] })),
  )
  for (const role of single) {
    const [, ...more] = questions.flatMap(({ roles }, i) => (roles.includes(role) ? [i] : []))
    for (const i of more)
      against(file, ['questions', i, 'roles'], `one question with the role "${role}"`, 'another one')
  }
  questions.forEach((question, i) => {
    if (reservedNames.has(question.id))
      against(file, ['questions', i, 'id'], 'another name: Kaiku uses this one', `"${question.id}"`)
    const note = (place: JsonPlace, expected: string, found: string) =>
      against(file, ['questions', i, ...place], expected, found)
    for (const role of question.roles) {
      const types = roleTypes[role]
      if (types && !types.includes(question.type))
        note(['roles'], `a question of type ${types.join(' or ')} for the role "${role}"`, `type ${question.type}`)
    }
    question.missing.forEach((code, at) => {
      const expected = isNumeric(question) ? 'a number' : 'a text in quotes'
      if (isNumeric(question) !== (typeof code === 'number')) note(['missing', at], expected, JSON.stringify(code))
    })
    if (question.computed && question.type === 'text')
      note(['type'], 'a computed question that is no text', 'type text')
    if (question.computed && question.roles.length > 0)
      note(['roles'], 'no roles: the question is computed', question.roles.join(', '))
    checkNumbers(question, note)
    if (question.type === 'choice' || question.type === 'multiple')
      checkUnique(
        against,
        file,
        question.options.map(({ code }, at) => ({ id: code, place: ['questions', i, 'options', at, 'code'] })),
      )
    if (question.type === 'scale' || question.type === 'number')
      checkUnique(
        against,
        file,
        question.labels.map(({ code }, at) => ({ id: code, place: ['questions', i, 'labels', at, 'code'] })),
      )
  })
}

export const isNumeric = ({ type }: Question): boolean => type === 'scale' || type === 'number'

type Note = (place: JsonPlace, expected: string, found: string) => void

function checkNumbers(question: Question, note: Note): void {
  if (question.type === 'scale') {
    if (question.min >= question.max) note(['max'], `more than ${question.min}`, String(question.max))
    if (question.min < smallest) note(['min'], `${smallest} or more`, String(question.min))
    if (question.max > largest) note(['max'], `${largest} or less`, String(question.max))
  }
  if (question.type !== 'number') return
  const { min, max, bands } = question
  if (min !== undefined && max !== undefined && min > max) note(['max'], `${min} or more`, String(max))
  const ids = new Set<string>()
  bands.forEach(({ id, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }, i) => {
    if (ids.has(id)) note(['bands', i, 'id'], 'each name once', `a second "${id}"`)
    ids.add(id)
    if (from > to) note(['bands', i, 'to'], `${from} or more`, String(to))
    const other = bands.findIndex(
      (band, at) =>
        at < i && (band.from ?? Number.NEGATIVE_INFINITY) <= to && from <= (band.to ?? Number.POSITIVE_INFINITY),
    )
    if (other >= 0) note(['bands', i], 'bands that do not overlap', `an overlap with bands[${other}]`)
  })
}

/** Why a code cannot be an answer to the question, as what was expected; null when it can. */
export function codeFault(question: Question, code: string | number): string | null {
  switch (question.type) {
    case 'scale':
      if (typeof code !== 'number') return 'a number'
      if (question.missing.includes(code)) return 'a code that is not missing'
      return Number.isInteger(code) && code >= question.min && code <= question.max
        ? null
        : `a whole number from ${question.min} to ${question.max}`
    case 'number':
      return typeof code === 'number' ? null : 'a number'
    case 'choice':
    case 'multiple':
      if (typeof code !== 'string') return 'a text in quotes'
      if (question.missing.includes(code)) return 'a code that is not missing'
      if (question.open || question.options.length === 0) return null
      return question.options.some((option) => option.code === code) ? null : `a code of "${question.id}"`
    case 'text':
    case 'date':
      return 'a question with codes'
  }
}
