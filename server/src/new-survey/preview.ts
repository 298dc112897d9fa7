import type { Definition } from '@kaiku/contract/definition.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { NewSurveyPreview } from '@kaiku/contract/new-survey.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { addSums, noSums, type Sums, value } from '@kaiku/core/indicator.ts'
import { localise } from '@kaiku/core/localised.ts'
import { type Answers, type Dictionary, type StoredQuestion, weightUnit } from '../dictionary/dictionary.ts'
import { treeOf } from '../dictionary/tree.ts'
import { understand } from '../import/understand.ts'
import { chooseMapping } from '../interview-row/mapping.ts'
import { boxesOf } from '../sums/score.ts'
import type { ReadTable } from '../table-reader/table.ts'
import { placer } from '../view/place.ts'

/** Rows of a file that are read for a preview. */
const mostRows = 100_000
const most = { rejects: 50, months: 36, places: 10, bars: 12, comments: 3, distributions: 6 } as const

type Row = { readonly answers: Answers; readonly day: string | null; readonly weight: number }

/** A survey as it would be once its definition is published, without any interview. */
export function unpublished(
  universe: string,
  definition: Definition,
  { protection, minimumN, minimumNComments, weekStart, fiscalYearStart }: UniverseSettings,
): Dictionary {
  const questions = new Map(
    definition.questions.map((question, at): [string, StoredQuestion] => [
      question.id,
      { question, number: at + 1, column: `q${at + 1}`, retyped: false },
    ]),
  )
  const { settings } = definition
  const protecting = {
    protection: settings.protection ?? protection,
    minimumN: settings.minimumN ?? minimumN,
    minimumNComments: settings.minimumNComments ?? minimumNComments,
  }
  return {
    universe,
    survey: 0,
    extName: settings.extName,
    version: 0,
    placement: 0,
    loadCount: 0,
    questions,
    definition: Object.assign({}, definition, { settings: Object.assign({}, settings, protecting) }),
    calendar: { weekStart, fiscalYearStart },
    commentTopics: new Map(),
    attributes: new Map(),
    views: new Map(
      definition.views.map((view, at) => [
        view.extName,
        { view, number: at + 1, column: `v${at + 1}`, tree: treeOf([]) },
      ]),
    ),
    role: (wanted) => [...questions.values()].find(({ question }) => question.roles.includes(wanted)) ?? null,
  }
}

/** The figures of the first page from the first rows of a file, by the formulas of the dashboard, and the rows that are refused. */
export async function previewOf(dictionary: Dictionary, table: ReadTable, locale: string): Promise<NewSurveyPreview> {
  const { definition } = dictionary
  const mapping = chooseMapping(definition.imports, table, table.name, undefined)
  const { outcomes } = understand(dictionary, mapping, table, placer(dictionary))
  const rows: Row[] = []
  const rejects: NewSurveyPreview['rejects'] = []
  let [read, rejected, isWhole] = [0, 0, true]
  for await (const batch of outcomes) {
    for (const outcome of batch) {
      read++
      if ('reject' in outcome) {
        rejected++
        if (rejects.length < most.rejects) rejects.push(outcome.reject)
      } else {
        const { json, day, weight } = outcome.row
        rows.push({ answers: JSON.parse(json), day, weight: (weight ?? 0) / weightUnit })
      }
    }
    if (read >= mostRows) {
      isWhole = false
      break
    }
  }
  return { ...figuresOf(dictionary, rows, locale), rows: read, isWhole, rejected, rejects, faults: [] }
}

function figuresOf(dictionary: Dictionary, rows: readonly Row[], locale: string) {
  const { definition } = dictionary
  const said = (title: Question['title']) => localise(title, locale, definition.settings.locale)
  const page = definition.pages[0]
  const shown = definition.settings.mainIndicators.flatMap(
    (id) => definition.indicators.find((indicator) => indicator.id === id) ?? [],
  )
  const indicators = shown.map((indicator) => {
    const sums = sumsOf(dictionary, indicator, rows)
    const { id, measure, decimals } = indicator
    return { id, title: said(indicator.title), measure, decimals, value: figureValue(indicator, sums), n: sums.n }
  })
  const [first] = shown
  const grouped = (keyOf: (row: Row) => string | null) => {
    const groups = new Map<string, Row[]>()
    for (const row of rows) {
      const key = keyOf(row)
      const known = key === null ? null : groups.get(key)
      if (known) known.push(row)
      else if (key !== null) groups.set(key, [row])
    }
    return [...groups].flatMap(([key, members]) => {
      if (!first) return []
      const sums = sumsOf(dictionary, first, members)
      return [{ key, value: figureValue(first, sums), n: sums.n }]
    })
  }
  const view = definition.views.find((one) => 'levels' in one)
  const level = view && 'levels' in view ? view.levels[0]?.question : undefined
  const levelQuestion = level === undefined ? undefined : dictionary.questions.get(level)?.question
  const asked = (page?.components ?? []).flatMap((one) => {
    const stored = one.type === 'Distribution' ? dictionary.questions.get(one.question) : undefined
    return stored ? [stored.question] : []
  })
  const commentId = (page?.components ?? []).find((one) => one.type === 'Comments')?.question ?? ''
  return {
    indicators,
    trend: grouped(({ day }) => day?.slice(0, 7) ?? null)
      .map(({ key: month, ...figure }) => ({ month, ...figure }))
      .sort((a, b) => (a.month < b.month ? -1 : 1))
      .slice(-most.months),
    places: {
      title: levelQuestion ? said(levelQuestion.title) : '',
      rows: levelQuestion
        ? grouped(({ answers }) => textOf(answers[levelQuestion.id]))
            .map(({ key, ...figure }) => ({ place: optionTitle(levelQuestion, key, said), ...figure }))
            .sort((a, b) => b.n - a.n)
            .slice(0, most.places)
        : [],
    },
    distributions: asked.slice(0, most.distributions).map((question) => ({
      question: question.id,
      title: said(question.title),
      bars: barsOf(question, rows, said),
    })),
    comments: rows.flatMap(({ answers }) => textOf(answers[commentId]) ?? []).slice(0, most.comments),
    pages: definition.pages.map(({ title }) => said(title)),
  }
}

const textOf = (answer: Answers[string] | undefined): string | null =>
  answer === undefined || typeof answer === 'object' ? null : String(answer)

type Said = (title: Question['title']) => string

function optionTitle(question: Question, code: string, said: Said): string {
  const found =
    question.type === 'choice' || question.type === 'multiple'
      ? question.options.find((option) => option.code === code)
      : question.type === 'scale' || question.type === 'number'
        ? question.labels.find((label) => String(label.code) === code)
        : undefined
  return found ? said(found.title) : code
}

function barsOf(question: Question, rows: readonly Row[], said: Said) {
  const missing = new Set(question.missing.map(String))
  const counts = new Map<string, number>()
  for (const { answers } of rows) {
    const answer = answers[question.id]
    for (const code of answer === undefined ? [] : typeof answer === 'object' ? answer : [String(answer)])
      if (!missing.has(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  if (question.type === 'scale')
    for (let step = question.min; step <= question.max; step++)
      if (!missing.has(String(step)) && question.max - question.min <= most.bars)
        counts.set(String(step), counts.get(String(step)) ?? 0)
  const bars = [...counts].map(([code, n]) => ({ code, title: optionTitle(question, code, said), n }))
  const ordered =
    question.type === 'scale' ? (a: Bar, b: Bar) => Number(a.code) - Number(b.code) : (a: Bar, b: Bar) => b.n - a.n
  return bars
    .sort(ordered)
    .slice(0, most.bars)
    .map(({ title, n }) => ({ title, n }))
}
type Bar = { readonly code: string; readonly n: number }

const figureValue = ({ measure }: Indicator, sums: Sums): number | null =>
  value(sums, measure === 'nps' || measure === 'count' || measure === 'sum' ? measure : 'mean')

/** The sums of an indicator over rows, by the same scores as those of the dashboard. */
function sumsOf(dictionary: Dictionary, indicator: Indicator, rows: readonly Row[]): Sums {
  const score = scoreOf(dictionary, indicator)
  return rows.reduce<Sums>((all, row) => {
    const y = score(row)
    const w = indicator.weight === 'role' ? row.weight : 1
    return y === null || w <= 0 ? all : addSums(all, { n: 1, W: w, W2: w * w, S: w * y, SS: w * y * y })
  }, noSums)
}

/** A row's score; null: no valid answer. Measures that no definition made of a file has score nothing. */
function scoreOf({ questions }: Dictionary, indicator: Indicator): (row: Row) => number | null {
  if (indicator.measure === 'count') return () => 1
  const question = 'question' in indicator ? questions.get(indicator.question ?? '')?.question : undefined
  if (!question) return () => null
  const missing = new Set(question.missing.map(String))
  const unit = question.type === 'number' ? 10 ** question.decimals : 1
  const read = ({ answers }: Row) => {
    const answer = answers[question.id]
    const own = typeof answer === 'number' ? answer / unit : answer
    return own === undefined || (typeof own !== 'object' && missing.has(String(own))) ? null : own
  }
  const of = (chosen: (text: string) => number) => (row: Row) => {
    const own = read(row)
    if (own === null) return null
    return typeof own === 'object' ? Math.max(0, ...own.map(chosen)) : chosen(String(own))
  }
  const hundred = (codes: readonly (string | number)[]) => {
    const set = new Set(codes.map(String))
    return of((text) => (set.has(text) ? 100 : 0))
  }
  switch (indicator.measure) {
    case 'mean':
    case 'sum':
      return (row) => {
        const own = read(row)
        return typeof own === 'number' ? own : null
      }
    case 'nps': {
      const promoters = new Set(indicator.promoters.map(String))
      const detractors = new Set(indicator.detractors.map(String))
      return of((text) => (promoters.has(text) ? 100 : detractors.has(text) ? -100 : 0))
    }
    case 'share':
      return hundred(indicator.set)
    case 'topBox':
    case 'bottomBox':
      return hundred(boxesOf({ question }, indicator.boxes, indicator.measure === 'topBox'))
    default:
      return () => null
  }
}
