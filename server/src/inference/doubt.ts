import type { ColumnDecision, DoubtKind, FileDecisions, FileDoubt } from '@kaiku/contract/new-survey.ts'
import type { Draft, FileColumn } from '../column/column.ts'
import { wholeAnswers } from '../column/column.ts'
import { means } from '../column/vocabulary.ts'
import { readAs } from './decision.ts'

/** What a file was taken for before anybody settled anything. */
export type Guessed = {
  readonly drafts: readonly Draft[]
  readonly views: readonly (readonly Draft[])[]
  readonly key: FileColumn | null
  readonly kind: 'csv' | 'xlsx' | 'sav'
}

/** An answer to a doubt, and what it settles. */
type Answer = { readonly id: string; readonly settles: Partial<FileDecisions> }
type Doubt = Omit<FileDoubt, 'answers' | 'answered' | 'columns'> & {
  readonly columns: readonly FileColumn[]
  readonly answers: readonly Answer[]
}

const mostOfAKind = 12
const mostCodes = 5
/** From the lowest to the highest step. */
const widestScale = 100
const shownValues = 8
const titleOf = ({ question }: Draft, column: FileColumn) =>
  typeof question.title === 'string' && question.title.trim() !== '' ? question.title : column.header

const forColumns = (columns: readonly FileColumn[], decision: ColumnDecision): Partial<FileDecisions> => ({
  columns: Object.fromEntries(columns.map(({ header }) => [header, decision])),
})
const answer = (id: string, settles: Partial<FileDecisions> = {}): Answer => ({ id, settles })
const nameOf = (kind: DoubtKind, column: FileColumn) => `${kind}:${column.header}`

/** What the file does not say, as questions with answers, the weightiest first. */
function doubtsOf({ drafts, views, key, kind }: Guessed): Doubt[] {
  const single = drafts.flatMap((draft) =>
    draft.columns.length === 1 && draft.columns[0] ? [{ draft, column: draft.columns[0] }] : [],
  )
  const of = (
    doubt: DoubtKind,
    make: (one: (typeof single)[number]) => Omit<Doubt, 'id' | 'kind' | 'columns'> | null,
  ) =>
    single
      .flatMap(({ draft, column }) => {
        const made = make({ draft, column })
        return made ? [{ id: nameOf(doubt, column), kind: doubt, columns: [column], ...made }] : []
      })
      .slice(0, mostOfAKind)
  return [
    ...dayDoubt(single),
    ...of('dayOrder', ({ draft, column }) => dayOrder(draft, column)),
    ...directionDoubt(single),
    ...of('nps', ({ draft, column }) => nps(draft, column)),
    ...of('change', ({ draft, column }) =>
      draft.use.doubtful
        ? {
            values: [],
            answers: [answer('keep'), answer('leaveOut', forColumns([column], { leftOut: true }))],
            assumed: 'keep',
          }
        : null,
    ),
    ...outsideDoubts(single),
    ...placesDoubt(views),
    ...(key
      ? [
          {
            id: nameOf('key', key),
            kind: 'key' as const,
            columns: [key],
            values: [...key.values.keys()].slice(0, 3),
            answers: [answer('yes'), answer('no', { key: null })],
            assumed: 'yes',
          },
        ]
      : []),
    ...personalDoubt(single),
    ...of('codes', ({ draft, column }) => codes(draft, column, kind)).slice(0, mostCodes),
  ]
}

type Single = readonly { readonly draft: Draft; readonly column: FileColumn }[]

function dayDoubt(single: Single): Doubt[] {
  const dates = single.filter(({ draft }) => draft.question.type === 'date')
  const day = dates.find(({ draft }) => draft.question.roles?.includes('date'))
  if (dates.length < 2 || !day) return []
  const chosen = ({ column }: Single[number]) =>
    answer(`column:${column.header}`, forColumns([column], { role: 'date' }))
  return [
    {
      id: 'day',
      kind: 'day',
      columns: dates.map(({ column }) => column),
      values: [],
      answers: [...dates.map(chosen), answer('none', forColumns([day.column], { role: 'none' }))],
      assumed: `column:${day.column.header}`,
    },
  ]
}

/** Day and month of all values fit both ways. */
function dayOrder({ question, reading }: Draft, column: FileColumn) {
  if (question.type !== 'date' || !reading.formats?.some((format) => /^(?:d{1,2}\WM|M{1,2}\Wd)/.test(format)))
    return null
  const open = [...column.forms.dates].filter(([outline]) => outline.startsWith('1'))
  const over = open.reduce((sum, [, { firstOver, secondOver }]) => sum + firstOver + secondOver, 0)
  if (open.length === 0 || over > 0) return null
  return {
    values: [...column.answers.keys()].slice(0, 4),
    answers: [
      answer('dayFirst', forColumns([column], { dayFirst: true })),
      answer('monthFirst', forColumns([column], { dayFirst: false })),
    ],
    assumed: reading.formats.some((format) => format.startsWith('M')) ? 'monthFirst' : 'dayFirst',
  }
}

/** Numbers do not say which end is the good one; words do. */
function directionDoubt(single: Single): Doubt[] {
  const scales = single.filter(
    ({ draft: { question, reading } }) =>
      question.type === 'scale' && reading.recode === undefined && (question.labels ?? []).length < 2,
  )
  if (scales.length === 0) return []
  const columns = scales.map(({ column }) => column)
  return [
    {
      id: 'direction',
      kind: 'direction',
      columns,
      values: [],
      answers: [answer('highest'), answer('lowest', forColumns(columns, { falling: true }))],
      assumed: 'highest',
    },
  ]
}

/** Answers from 0 to 10 may be those of the question of recommending, or of any other. */
function nps({ question, use }: Draft, column: FileColumn) {
  if (question.type !== 'scale' || question.min !== 0 || question.max !== 10 || use.nps) return null
  return {
    values: [],
    answers: [answer('yes', forColumns([column], { nps: true })), answer('no')],
    assumed: 'no',
  }
}

/** Codes far from the others, taken for no answer: the same ones of several questions are asked about together. */
function outsideDoubts(single: Single): Doubt[] {
  const groups = new Map<string, { columns: FileColumn[]; real: FileDecisions['columns']; values: string[] }>()
  for (const { draft, column } of single) {
    const found = outside(draft, column)
    if (!found) continue
    const name = `outside:${draft.question.type}:${found.values.join()}`
    const group = groups.get(name) ?? { columns: [], real: {}, values: found.values }
    groups.set(name, group)
    group.columns.push(column)
    group.real = Object.assign(group.real, found.real.columns)
  }
  return [...groups].slice(0, mostOfAKind).map(([id, { columns, real, values }]) => ({
    id,
    kind: 'outside',
    columns,
    values: values.slice(0, shownValues),
    answers: [answer('noAnswer'), answer('real', { columns: real })],
    assumed: 'noAnswer',
  }))
}

/** The codes of a question that are taken for no answer, and what makes them answers; null for none. */
function outside({ question, reading }: Draft, column: FileColumn) {
  if (column.variable || reading.recode !== undefined) return null
  if (question.type !== 'scale' && question.type !== 'number') return null
  const values = (question.missing ?? []).map(Number)
  if (values.length === 0) return null
  if (question.type === 'number') return { values: values.map(String), real: forColumns([column], { missing: [] }) }
  const whole = [...(wholeAnswers(column)?.keys() ?? [])]
  const [min, max] = [Math.min(...whole), Math.max(...whole)]
  // Such a scale would be none any more.
  if (max - min > widestScale) return null
  return { values: values.map(String), real: forColumns([column], { missing: [], min, max }) }
}

/** Small whole numbers without names: names of things, or steps of a scale. */
function codes({ question, use }: Draft, column: FileColumn, kind: Guessed['kind']) {
  if (question.type !== 'choice' || use.aside || use.share || column.variable || means(column.words, 'identifier'))
    return null
  const whole = wholeAnswers(column, 11)
  if (!whole || whole.size < 3 || readAs('scale', column, kind) === null) return null
  return {
    values: [...whole.keys()].map(String).slice(0, shownValues),
    answers: [answer('things'), answer('scale', forColumns([column], { type: 'scale' }))],
    assumed: 'things',
  }
}

function placesDoubt([view]: Guessed['views']): Doubt[] {
  const columns = (view ?? []).flatMap((draft) => draft.columns.slice(0, 1))
  if (columns.length === 0) return []
  const headers = columns.map(({ header }) => header)
  return [
    {
      id: 'places',
      kind: 'places',
      columns,
      values: [],
      answers: [
        answer('yes'),
        ...(columns.length > 1 ? [answer('reversed', { levels: headers.toReversed() })] : []),
        answer('none', { levels: [] }),
      ],
      assumed: 'yes',
    },
  ]
}

function personalDoubt(single: Single): Doubt[] {
  const columns = single.flatMap(({ draft, column }) => (draft.question.roles?.includes('pii') ? [column] : []))
  if (columns.length === 0) return []
  return [
    {
      id: 'personal',
      kind: 'personal',
      columns,
      values: [],
      answers: [answer('keep'), answer('leaveOut', forColumns(columns, { leftOut: true }))],
      assumed: 'keep',
    },
  ]
}

/** The doubts of a file, with how they were answered. */
export function shownDoubts(guessed: Guessed, answers: FileDecisions['answers']): FileDoubt[] {
  const titles = new Map(
    guessed.drafts.flatMap((draft) => draft.columns.map((column) => [column.header, titleOf(draft, column)] as const)),
  )
  return doubtsOf(guessed).map(({ columns, answers: possible, ...doubt }) => ({
    ...doubt,
    columns: columns.map(({ header, title }) => ({ column: header, title: titles.get(header) ?? title })),
    answers: possible.map(({ id }) => id),
    answered: possible.find(({ id }) => id === answers[doubt.id])?.id ?? null,
  }))
}

/** All that is settled: by answers to doubts and, before them, column by column. */
export function settledBy(guessed: Guessed, decisions: FileDecisions): FileDecisions {
  const columns = new Map(Object.entries(decisions.columns).map(([header, one]) => [header, one]))
  let { key, levels } = decisions
  for (const { id, answers } of doubtsOf(guessed)) {
    const settles = answers.find((one) => one.id === decisions.answers[id])?.settles
    if (!settles) continue
    if (settles.key !== undefined && key === undefined) key = settles.key
    if (settles.levels !== undefined && levels === undefined) levels = settles.levels
    for (const [header, one] of Object.entries(settles.columns ?? {}))
      columns.set(header, Object.assign({}, one, columns.get(header)))
  }
  const settled: FileDecisions = Object.assign({}, decisions, { columns: Object.fromEntries(columns) })
  return Object.assign(settled, key === undefined ? {} : { key }, levels === undefined ? {} : { levels })
}
