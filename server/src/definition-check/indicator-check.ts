import type { Definition } from '@kaiku/contract/definition.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { formatPath, parsePath } from '@kaiku/core/drill-path.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { checkPath } from './alert-rule-check.ts'
import { type Against, byId, checkKnown, checkUnique, codeFault } from './question-check.ts'

const file = 'indicators.json'
const targetFile = 'targets.json'
type Measure = Indicator['measure']

/** Types a measure can be taken of; absent: any. */
const measured: Readonly<Partial<Record<Measure, readonly QuestionType[]>>> = {
  mean: ['scale', 'number'],
  index: ['scale'],
  nps: ['scale', 'number'],
  topBox: ['scale'],
  bottomBox: ['scale'],
  share: ['scale', 'number', 'choice', 'multiple'],
  sum: ['scale', 'number'],
  median: ['scale', 'number'],
}
/** Measures that give one score per person, so that others can be made of them. */
const simple: ReadonlySet<Measure> = new Set(['mean', 'index', 'nps', 'topBox', 'bottomBox', 'share'])

export function checkIndicators(definition: Definition, against: Against): void {
  const { indicators, questions } = definition
  const known = byId(questions)
  const weighted = questions.some(({ roles }) => roles.includes('weight'))
  checkUnique(
    against,
    file,
    indicators.map(({ id }, i) => ({ id, place: ['indicators', i, 'id'] })),
  )
  indicators.forEach((indicator, i) => {
    const note = (place: JsonPlace, expected: string, found: string) =>
      against(file, ['indicators', i, ...place], expected, found)
    if (indicator.weight === 'role' && !weighted)
      note(['weight'], 'a question with the role "weight"', 'none in questions.json')
    if ('parts' in indicator) checkParts(indicator, i, indicators, against)
    if (!('question' in indicator) || indicator.question === undefined) return
    const place = ['indicators', i, 'question']
    if (!checkKnown(against, file, place, 'a question', indicator.question, known)) return
    const question = known.get(indicator.question)
    if (question) checkMeasure(indicator, question, note)
  })
}

type Note = (place: JsonPlace, expected: string, found: string) => void

function checkMeasure(indicator: Indicator, question: Question, note: Note): void {
  const types = measured[indicator.measure]
  if (types && !types.includes(question.type)) {
    const expected = `a question of type ${types.join(' or ')} for the measure "${indicator.measure}"`
    note(['question'], expected, `"${question.id}" of type ${question.type}`)
    return
  }
  const codes = (key: string, list: readonly (string | number)[]) =>
    list.forEach((code, at) => {
      const expected = codeFault(question, code)
      if (expected !== null) note([key, at], expected, JSON.stringify(code))
    })
  if (indicator.measure === 'share') codes('set', indicator.set)
  if (indicator.measure === 'nps') {
    codes('promoters', indicator.promoters)
    codes('detractors', indicator.detractors)
    const both = indicator.promoters.filter((code) => indicator.detractors.includes(code))
    if (both.length > 0) note(['detractors'], 'codes that are not promoters too', both.join(', '))
  }
  if ('boxes' in indicator && question.type === 'scale' && indicator.boxes > question.max - question.min)
    note(['boxes'], `${question.max - question.min} or less`, String(indicator.boxes))
}

type Made = Extract<Indicator, { parts: unknown }>

function checkParts(made: Made, i: number, indicators: readonly Indicator[], against: Against): void {
  const known = new Map(indicators.map((indicator) => [indicator.id, indicator]))
  const at = (part: number): JsonPlace => ['indicators', i, 'parts', part, 'indicator']
  made.parts.forEach(({ indicator: id }, part) => {
    if (!checkKnown(against, file, at(part), 'an indicator', id, known)) return
    const measure = known.get(id)?.measure
    if (measure && !simple.has(measure))
      against(file, at(part), `an indicator of measure ${[...simple].join(', ')}`, `"${id}" of measure ${measure}`)
  })
  checkUnique(
    against,
    file,
    made.parts.map(({ indicator: id }, part) => ({ id, place: at(part) })),
  )
  if (made.measure === 'composite' && made.minimumParts > made.parts.length)
    against(file, ['indicators', i, 'minimumParts'], `${made.parts.length} or less`, String(made.minimumParts))
}

/** Targets: of indicators and places that there are, each place written in one way. */
export function checkTargets({ targets, indicators, views }: Definition, against: Against): void {
  const known = new Set(indicators.map(({ id }) => id))
  for (const [id, places] of Object.entries(targets)) {
    const place = ['targets', id]
    if (!checkKnown(against, targetFile, place, 'an indicator', id, known)) continue
    for (const path of Object.keys(places)) {
      const parsed = parsePath(path)
      if (parsed.ok && formatPath(parsed.value) !== path)
        against(targetFile, [...place, path], `"${formatPath(parsed.value)}"`, `"${path}"`)
      else checkPath(views, path, [...place, path], against)
    }
  }
}
