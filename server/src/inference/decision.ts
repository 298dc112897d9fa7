import type { ColumnDecision, ColumnRole, FileDecisions } from '@kaiku/contract/new-survey.ts'
import { type QuestionType, questionTypes } from '@kaiku/contract/question.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { Draft, FileColumn, QuestionDraft } from '../column/column.ts'
import { wholeAnswers } from '../column/column.ts'
import { isMissingLabel } from '../column/vocabulary.ts'
import { choice, labelled } from '../column-kind/choice.ts'
import { date } from '../column-kind/date.ts'
import { number } from '../column-kind/number.ts'
import { wordScale } from '../column-kind/scale.ts'
import { separated } from '../column-kind/separated.ts'
import { text } from '../column-kind/text-column.ts'
import type { ReadTable } from '../table-reader/table.ts'

type Kind = ReadTable['kind']
const mostOptions = 200
const mostSteps = 100

/** Reads a column as a type, whatever Kaiku would have taken it for; null where its answers do not let it. */
export function readAs(type: QuestionType, column: FileColumn, kind: Kind): Draft | null {
  switch (type) {
    case 'scale':
      return wordScale(column) ?? wholeScale(column)
    case 'number':
      return number(column)
    case 'choice':
      return labelled(column) ?? choice(column) ?? anyChoice(column)
    case 'multiple':
      return separated(column)
    case 'date':
      return date(column, kind)
    case 'text':
      return plainText(column)
  }
}

/** The types that a question can be read as; of one spread over columns its own alone. */
export const fitting = ({ columns, question }: Draft, kind: Kind): QuestionType[] => {
  const [column] = columns
  return column && columns.length === 1
    ? questionTypes.filter((type) => type === question.type || readAs(type, column, kind) !== null)
    : [question.type]
}

function wholeScale(column: FileColumn): Draft | null {
  const values = [...(wholeAnswers(column)?.keys() ?? [])]
  const [min, max] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2 || max - min > mostSteps || min < -mostSteps) return null
  const { id, title, variable } = column
  const labels = [...(variable?.valueLabels ?? [])].flatMap(([code, label]) =>
    typeof code === 'number' && !isMissingLabel(label) ? [{ code, title: label }] : [],
  )
  return {
    columns: [column],
    question: { type: 'scale', id, title, min, max, ...(labels.length > 0 ? { labels } : {}) },
    reading: {},
    use: {},
    notes: [],
  }
}

function anyChoice(column: FileColumn): Draft | null {
  const { id, title, answers, many, longest } = column
  if (longest > 200) return null
  const codes = many || answers.size > mostOptions ? [] : [...answers.keys()]
  return {
    columns: [column],
    question: { type: 'choice', id, title, options: codes.map((code) => ({ code, title: code })), open: true },
    reading: {},
    use: {},
    notes: [],
  }
}

function plainText(column: FileColumn): Draft {
  const draft = text(column)
  const { id, title, meanWords } = column
  return {
    ...draft,
    question: { type: 'text', id, title, ...(meanWords >= 2 ? { roles: ['comment'] } : {}) },
    use: { comment: meanWords >= 2 },
  }
}

/** Drafts with what somebody settled of them. Throws Fault `invalid` for what their answers do not allow. */
export function decided(drafts: readonly Draft[], { columns }: Pick<FileDecisions, 'columns'>, kind: Kind): Draft[] {
  const settled = drafts.flatMap((draft) => {
    const [first] = draft.columns
    const decision = first && columns[first.header]
    if (!decision) return [draft]
    return decision.leftOut ? [] : [settle(draft, decision, kind)]
  })
  return settled.map((draft) => withoutTaken(draft, columns))
}

function settle(draft: Draft, decision: ColumnDecision, kind: Kind): Draft {
  const [column] = draft.columns
  let { question, reading, use } = draft
  if (decision.type !== undefined && decision.type !== question.type) {
    const found = column && draft.columns.length === 1 ? readAs(decision.type, column, kind) : null
    if (!found) throw unfit(draft, `as ${decision.type}`)
    ;({ question, reading, use } = found)
  }
  if (question.type === 'scale') {
    const { min = question.min, max = question.max, falling = question.falling } = decision
    if (min >= max) throw unfit(draft, `from ${min} to ${max}`)
    question = Object.assign({}, question, { min, max }, falling ? { falling } : {})
    if (falling === false) question = Object.assign({}, question, { falling })
  }
  if (decision.missing !== undefined) question = withMissing(draft, question, decision.missing)
  if (decision.title !== undefined) question = Object.assign({}, question, { title: decision.title })
  if (decision.nps !== undefined) use = Object.assign({}, use, { nps: decision.nps })
  if (decision.dayFirst !== undefined && reading.formats)
    reading = Object.assign({}, reading, { formats: reading.formats.map((one) => ordered(one, decision.dayFirst)) })
  const changed = { ...draft, question, reading, use }
  return decision.role === undefined ? changed : withRole(changed, decision.role)
}

const unfit = ({ question }: Draft, what: string) =>
  new Fault('invalid', `${typeof question.title === 'string' ? question.title : question.id} can’t be read ${what}.`)

function withMissing(draft: Draft, question: QuestionDraft, missing: readonly string[]): QuestionDraft {
  if (question.type === 'date' || question.type === 'text') throw unfit(draft, 'with codes that are no answer')
  const codes = question.type === 'choice' || question.type === 'multiple' ? missing : missing.map(Number)
  if (codes.some((code) => code === '' || Number.isNaN(code))) throw unfit(draft, `without ${missing.join(', ')}`)
  return Object.assign({}, question, { missing: codes })
}

/** A format with day and month in the other order where it has the wrong one. */
export function ordered(format: string, dayFirst: boolean | undefined): string {
  const [, day = '', between = '', month = ''] = /^(d{1,2})(\W)(M{1,2})(?=\W)/.exec(format) ?? []
  const [, first = '', gap = '', second = ''] = /^(M{1,2})(\W)(d{1,2})(?=\W)/.exec(format) ?? []
  if (dayFirst === false && day !== '')
    return `${month}${between}${day}${format.slice(`${day}${between}${month}`.length)}`
  if (dayFirst === true && first !== '')
    return `${second}${gap}${first}${format.slice(`${first}${gap}${second}`.length)}`
  return format
}

function withRole(draft: Draft, role: ColumnRole): Draft {
  const { type } = draft.question
  if (role === 'date' && type !== 'date') throw unfit(draft, 'as the day of the answer')
  if (role === 'weight' && type !== 'number') throw unfit(draft, 'as a weight')
  if (role === 'comment' && type !== 'text') throw unfit(draft, 'as a comment')
  // Who somebody is stays personal when it tells them apart.
  const personal = role === 'contact' && draft.question.roles?.includes('pii') ? (['pii'] as const) : []
  const isAside = personal.length > 0 || role === 'pii' || role === 'identifier' || role === 'weight'
  const question = Object.assign({}, draft.question, {
    roles: role === 'none' ? [] : [...personal, role],
    hidden: personal.length > 0 || role === 'pii' || role === 'identifier',
  })
  const use = Object.assign({}, draft.use, { aside: isAside, comment: role === 'comment' })
  return { ...draft, question, use }
}

/** A role that one question can have goes to the one that somebody gave it. */
const single = ['date', 'weight', 'contact'] as const

function withoutTaken(draft: Draft, columns: FileDecisions['columns']): Draft {
  const [first] = draft.columns
  const lost = single.filter((role) =>
    Object.entries(columns).some(([header, { role: given }]) => given === role && header !== first?.header),
  )
  const { roles = [] } = draft.question
  const kept = roles.filter((role) => !lost.some((one) => one === role))
  return kept.length === roles.length
    ? draft
    : { ...draft, question: Object.assign({}, draft.question, { roles: kept }) }
}

/** The questions that make places, as somebody put them in order; null: nobody did. */
export function decidedViews(
  drafts: readonly Draft[],
  levels: readonly string[] | undefined,
  kind: Kind,
): { drafts: Draft[]; views: Draft[][] } | null {
  if (levels === undefined) return null
  const asLevel = (draft: Draft): Draft => {
    const [column] = draft.columns
    if (draft.question.type === 'choice') return draft
    const found = column && draft.columns.length === 1 ? readAs('choice', column, kind) : null
    if (!found) throw unfit(draft, 'as a place')
    return { ...found, question: Object.assign({}, found.question, { title: draft.question.title }) }
  }
  const changed = drafts.map((draft) => (levels.includes(draft.columns[0]?.header ?? '') ? asLevel(draft) : draft))
  const view = levels.flatMap((level) => changed.find(({ columns: [column] }) => column?.header === level) ?? [])
  return { drafts: changed, views: view.length > 0 ? [view] : [] }
}
