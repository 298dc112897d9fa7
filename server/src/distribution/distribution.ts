import type { Crosstab } from '@kaiku/contract/crosstab.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import { npsGroupOf } from '@kaiku/contract/nps-group.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import { interval } from '@kaiku/core/indicator.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { noBand, noValue } from '../aggregate/grouping.ts'
import { crosstab } from '../crosstab/crosstab.ts'
import { axisOf } from '../crosstab/crosstab-axis.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { type Bases, basesOf, totalKey } from '../figure/bases.ts'
import { type Measured, measuredOf } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { answerTitles, rowId, scaledText } from '../figure/rows.ts'
import { isBackground } from '../protection/released-answers.ts'
import { sumsOf } from '../sums/exact.ts'
import { questionOf } from '../sums/score.ts'
import { isWeighted, sumShape } from '../sums/sums.ts'

type Distribution = AnswerOf<'Distribution'>
type Bar = Distribution['bars'][number]

/** How the answers to a question are spread: percent of the valid ones with interval, missing codes apart. */
export async function distribution(
  asked: QueryContext,
  component: Extract<Component, { type: 'Distribution' }>,
): Promise<Distribution> {
  const { dictionary, translate, isProtected } = asked
  const stored = questionOf(dictionary, component.question)
  const scan = scanOf(asked, stored.question)
  const { question } = stored
  const weight = weightOf(asked, question)
  const base = measuredOf(dictionary, counted(`~base ${question.id}`, weight, question.id))
  const valid = measuredOf(dictionary, counted(`~valid ${question.id}`, 'none', question.id))
  const weighed = measuredOf(dictionary, counted(`~weighed ${weight}`, weight))
  const banded = question.type === 'number' && question.bands.length > 0
  const [total, codes, split] = await Promise.all([
    basesOf(scan, { by: 'total' }, [base, valid]),
    basesOf(scan, { by: banded ? 'answer' : 'code', stored }, [weighed]),
    component.split === undefined ? null : splitBy(asked, question, component.split, weight),
  ])
  const n = Number(total.exact(totalKey, valid.indicator.id, 'now')[0])
  const minimum = question.minimumN ?? dictionary.definition.settings.minimumN
  const few = fewAnswers(n, minimum)
  const shown = { id: question.id, title: translate(question.title), type: question.type }
  const weighted = isWeighted(dictionary, base.indicator)
  if (isHidden(n, minimum, isProtected))
    return { type: 'Distribution', question: shown, n: null, state: 'hidden', weighted, bars: [], split: null }
  const axis = axisOf(asked, { question: question.id })
  const nps = npsOf(asked, question)
  const barOf = shareOf(asked, question, total, codes, base, weighed)
  return {
    type: 'Distribution',
    question: shown,
    n,
    state: n === 0 ? 'none' : few ? 'few' : 'shown',
    weighted,
    bars: barsOf(asked, stored, codes).map(({ key, code, title, missing }) => ({
      code,
      title,
      missing,
      ...barOf(key, missing),
      group: missing || nps === undefined ? null : npsGroupOf(code, nps),
      select: missing ? null : axis.select({ key, id: code }),
    })),
    split,
  }
}

/** The answers against those of another question: each of its groups is a base of its own. */
function splitBy(asked: QueryContext, { id }: Question, by: string, weight: Indicator['weight']): Promise<Crosstab> {
  if (by === id) throw refuse('invalid', 'figure.same')
  return crosstab(asked, {
    type: 'Crosstab',
    rows: { question: id },
    columns: { question: by },
    show: 'ofColumn',
    weight,
    noValue: false,
  })
}

const npsOf = ({ dictionary }: QueryContext, { id }: Question) =>
  dictionary.definition.indicators.flatMap((one) => (one.measure === 'nps' && one.question === id ? [one] : []))[0]

const counted = (id: string, weight: Indicator['weight'], question?: string): Indicator => ({
  measure: 'count',
  id,
  title: '',
  decimals: 0,
  weight,
  better: 'high',
  ...(question === undefined ? {} : { question }),
})

/** Weighted as the first of the main indicators that is about the question, else of all: tile and bars agree. */
export function weightOf({ dictionary }: QueryContext, { id }: Question): Indicator['weight'] {
  const { indicators, settings } = dictionary.definition
  const main = settings.mainIndicators.flatMap((name) => indicators.find((one) => one.id === name) ?? [])
  return [...main, ...indicators].find((one) => 'question' in one && one.question === id)?.weight ?? 'none'
}

type BarFigures = Pick<Bar, 'n' | 'share' | 'low' | 'high'>

function shareOf(
  { isProtected, minimumN, dictionary }: QueryContext,
  question: Question,
  total: Bases,
  codes: Bases,
  base: Measured,
  weighed: Measured,
) {
  const whole = sumsOf(total.exact(totalKey, base.indicator.id, 'now'), sumShape(dictionary, base.indicator))
  return (key: string, missing: boolean): BarFigures => {
    const n = codes.n(key, 'now')
    const untold = { n: null, share: null, low: null, high: null }
    // Each answer is a cell of its own, and one that may not be told is not one that nobody gave.
    if (isBackground(question) && isHidden(n, minimumN, isProtected)) return untold
    // A count beside the base is a figure of its own, so a protected survey does not tell a small one.
    if (missing) return isHidden(n, minimumN, isProtected) ? untold : { ...untold, n }
    if (whole.W <= 0) return { ...untold, n }
    const part = sumsOf(codes.exact(key, weighed.indicator.id, 'now'), sumShape(dictionary, weighed.indicator))
    const range = interval('share', { n: whole.n, W: whole.W, W2: whole.W2, S: 100 * part.W, SS: 10_000 * part.W })
    return { n, share: (100 * part.W) / whole.W, low: range?.low ?? null, high: range?.high ?? null }
  }
}

type BarOf = { readonly key: string; readonly code: string; readonly title: string; readonly missing: boolean }

function barsOf({ translate }: QueryContext, { question }: StoredQuestion, codes: Bases): readonly BarOf[] {
  const titles = answerTitles(question, translate)
  const missing = new Set(question.missing.map(String))
  const met = codes.keys.filter((key) => key !== noValue)
  const shown = (key: string) => (question.type === 'number' ? scaledText(key, question.decimals) : key)
  const banded = question.type === 'number' && question.bands.length > 0
  const keyOf = new Map(met.map((key) => [banded ? key : shown(key), key]))
  const listed = question.type === 'number' && !banded ? [] : [...titles.keys()]
  const others = [...keyOf.keys()].filter((code) => !listed.includes(code) && code !== noBand)
  const numeric = new Intl.Collator('en', { numeric: true }).compare
  const number = question.type === 'number' || question.type === 'scale'
  others.sort(number ? (a, b) => Number(a) - Number(b) : numeric)
  const bar = (code: string): BarOf => {
    const own = missingTitle(question, code, translate)
    return {
      key: keyOf.get(code) ?? code,
      code: rowId(code),
      title: titles.get(code) ?? own ?? code,
      missing: missing.has(code) || isOffScale(question, code),
    }
  }
  const all = [...listed, ...others].map(bar)
  const none: BarOf[] = codes.keys.includes(noValue)
    ? [{ key: noValue, code: noAnswer, title: noAnswer, missing: true }]
    : []
  return [...all.filter((one) => !one.missing), ...all.filter((one) => one.missing), ...none]
}

/** Missing codes have labels too. */
function missingTitle(question: Question, code: string, translate: QueryContext['translate']): string | undefined {
  if (question.type === 'choice' || question.type === 'multiple') {
    const found = question.options.find((option) => option.code === code)
    return found && translate(found.title)
  }
  if (question.type !== 'scale' && question.type !== 'number') return undefined
  const found = question.labels.find((label) => String(label.code) === code)
  return found && translate(found.title)
}

function isOffScale(question: Question, code: string): boolean {
  switch (question.type) {
    case 'scale':
      return Number(code) < question.min || Number(code) > question.max
    case 'number':
      if (question.bands.length) return false
      return Number(code) < (question.min ?? -Infinity) || Number(code) > (question.max ?? Infinity)
    case 'choice':
      return !question.open && question.options.length > 0 && !question.options.some((option) => option.code === code)
    case 'multiple':
    case 'text':
    case 'date':
      return false
  }
}
