import { layOut } from '@kaiku/core/json-layout.ts'
import type { Assumption, Draft, FileColumn, QuestionDraft } from '../column/column.ts'
import { free, slug } from '../column/slug.ts'
import { type Locale, said } from '../column/vocabulary.ts'
import { filtersOf, indicatorsOf, pagesOf } from './offer.ts'

const mostQuestions = 1990
const matchedHeaders = 12

export type WrittenDefinition = {
  readonly name: string
  readonly extName: string
  readonly fileName: string
  readonly timeZone?: string
  readonly sheet?: string | undefined
  readonly encoding?: string | undefined
  readonly separator?: string | undefined
  readonly locale: Locale
  readonly drafts: readonly Draft[]
  readonly views: readonly (readonly Draft[])[]
  readonly key: FileColumn | null
  readonly blank: readonly string[]
}

/** The files of a definition, laid out for people, and what is assumed beyond single columns. */
export function filesOf(made: WrittenDefinition): { files: Map<string, string>; assumptions: Assumption[] } {
  const { locale, views } = made
  const drafts = made.drafts.slice(0, mostQuestions)
  const assumptions: Assumption[] = []
  const { indicators, main } = indicatorsOf(drafts)
  const { filters, left } = filtersOf(drafts, views)
  if (left > 0)
    assumptions.push({
      column: '(all)',
      assumption: `${left} questions have no filter yet`,
      reason: 'so many filters would hide the useful ones: add them in filters.json',
    })
  const taken = new Set(drafts.map(({ question }) => question.id))
  // A view needs a question: without any place, the file itself is the only one.
  const source = views.length === 0 || drafts.length === 0 ? free('source', taken) : null
  if (source !== null)
    assumptions.push({
      column: '(all)',
      assumption: 'one view with the file as its only place',
      reason: 'no column groups the rows',
    })

  const blocks: Record<string, object> = {
    'settings.json': {
      extName: made.extName,
      title: made.name.slice(0, 4000),
      locale,
      ...(made.timeZone ? { timeZone: made.timeZone } : {}),
      mainIndicators: main,
      enableExcelBenchmarkReport: true,
      enablePDFBenchmarkReport: true,
      enableSingleInterviewReport: true,
      enableIndicatorsReport: true,
      enableInterviewsReport: true,
    },
    'questions.json': {
      questions: [
        ...drafts.map(({ question }) => plain(question)),
        ...(source ? [{ type: 'choice', id: source, title: said.source, open: true }] : []),
      ],
    },
    'views.json': { views: source ? [fileView(source)] : viewsOf(views) },
    'filters.json': filters,
    'indicators.json': { indicators },
    'pages.json': { pages: pagesOf(drafts, indicators, main) },
    'imports.json': { imports: [mappingOf(made, drafts, source)] },
  }
  return { files: new Map(Object.entries(blocks).map(([file, block]) => [file, `${layOut(block)}\n`])), assumptions }
}

/** Without lists that hold nothing. */
const plain = (question: QuestionDraft) =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => !Array.isArray(value) || value.length > 0))

const titleOf = ({ question }: Draft) =>
  typeof question.title === 'string' ? question.title.trim() || question.id : question.id

function viewsOf(views: readonly (readonly Draft[])[]) {
  const taken = new Set<string>()
  return views.map((levels) => {
    const [top] = levels
    const title = top ? titleOf(top) : ''
    return {
      extName: free(slug(top?.question.id ?? 'view') || 'view', taken),
      title,
      root: { id: 'all', title: said.all },
      levels: levels.map((level) => ({ question: level.question.id, title: titleOf(level) })),
    }
  })
}

const fileView = (question: string) => ({
  extName: 'all',
  title: said.all,
  root: { id: 'all', title: said.all },
  levels: [{ question, title: said.source }],
})

function mappingOf(made: WrittenDefinition, drafts: readonly Draft[], source: string | null) {
  const headers = [...(made.key ? [made.key] : []), ...drafts.flatMap(({ columns }) => columns)].map(
    ({ header }) => header,
  )
  return {
    name: made.extName,
    match: { headers: headers.slice(0, matchedHeaders) },
    ...(made.key ? { key: [made.key.header] } : {}),
    ...(made.sheet ? { sheet: made.sheet } : {}),
    ...(made.encoding ? { encoding: made.encoding } : {}),
    ...(made.separator ? { separator: made.separator } : {}),
    ...(made.blank.length > 0 ? { blank: made.blank } : {}),
    columns: drafts.map(({ columns, question, reading }) => ({
      column: columns.length === 1 ? (columns[0]?.header ?? '') : columns.map(({ header }) => header),
      question: question.id,
      ...reading,
    })),
    ...(source === null ? {} : { constants: { [source]: made.fileName.slice(0, 200) || 'file' } }),
  }
}
