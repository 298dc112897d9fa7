import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { KeyDrivers } from '@kaiku/contract/key-driver.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type DriverModel, driverModel, type Weight } from '@kaiku/core/relative-weight.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { openScan, type Scan } from '../aggregate/scan.ts'
import { answeredWith, crossSums, type Variable } from '../crosstab/cross-sums.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { basesOf, totalKey } from '../figure/bases.ts'
import { figureOf, type Measured, measuredOf } from '../figure/figures.ts'
import { maySeeQuestion, narrowedByPersonal } from '../figure/personal.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { indicatorScore, questionOf } from '../sums/score.ts'
import { isWeighted } from '../sums/sums.ts'

type KeyDriversComponent = Extract<Component, { type: 'KeyDrivers' }>
type Driver = KeyDrivers['drivers'][number]

const mostDrivers = 20
/** So many interviews for each driver, or the weights say little. */
const interviewsPerDriver = 10
/** Answers beside other answers are told of a protected survey's large places only, in whole percent. */
const leastProtected = 100
/** A driver that fewer of them answered would leave too few who answered everything. */
const leastShare = 0.5

/** What goes with an outcome: how much of it each driver explains, and how well each does. */
export async function keyDrivers(asked: QueryContext, component: KeyDriversComponent): Promise<KeyDrivers> {
  const { dictionary, isProtected } = asked
  const outcome = outcomeOf(asked, component.outcome)
  const questions = driversOf(asked, component.drivers, outcome.indicator)
  const scan = scanFor(asked, questions)
  const measured = questions.map(({ question }) => measuredOf(dictionary, indexOf(outcome.indicator, question.id)))
  const total = await basesOf(scan, { by: 'total' }, [outcome, ...measured])
  const figure = figureOf(total.base(totalKey, outcome, 'now'), outcome, isProtected)
  const drivers = questions.map(({ question }, at): Driver => {
    const own = measured[at]
    return {
      question: question.id,
      title: asked.translate(question.title),
      performance: own ? figureOf(total.base(totalKey, own, 'now'), own, isProtected) : figure,
      ...left('few'),
    }
  })
  const frame = { type: 'KeyDrivers' as const, outcome: outcome.indicator.id, figure, explained: null, drivers }
  if (figure.state === 'hidden') return { ...frame, state: 'hidden', answered: null, n: null }
  const asking = {
    stores: asked.stores,
    selection: scan.selection,
    log: scan.options.log,
    isWeighted: isWeighted(dictionary, outcome.indicator),
  }
  const variables = [...measured, outcome].map((one) => variableOf(asked, one))
  const { answered, beside } = await answeredWith(asking, variables)
  const taking = questions.flatMap((_, at) => (takesPart(asked, measured[at], beside[at] ?? 0, answered) ? [at] : []))
  if (taking.length === 0) return { ...frame, state: 'none', answered, n: 0 }
  const last = variables.length - 1
  const sums = await crossSums(
    asking,
    [...taking, last].flatMap((at) => variables[at] ?? []),
  )
  const n = sums.all.n
  const minimum = Math.max(outcome.minimum, ...taking.map((at) => measured[at]?.minimum ?? 0))
  if (isHidden(n, Math.max(minimum, leastProtected), isProtected))
    return { ...frame, state: 'hidden', answered: null, n: null }
  const model = driverModel(sums.all, sums.groups)
  if (model === null) return { ...frame, state: 'none', answered, n }
  const isFew = fewAnswers(n, Math.max(minimum, interviewsPerDriver * (taking.length + 1)))
  return {
    ...frame,
    state: isFew ? 'few' : 'shown',
    explained: percent(model.explained, isProtected),
    ...(isProtected ? { answered: null, n: null } : { answered, n }),
    drivers: drivers
      .map((driver, at) => ({ ...driver, ...weightOf(model, taking.indexOf(at), isProtected) }))
      .sort((a, b) => (b.importance?.value ?? -1) - (a.importance?.value ?? -1)),
  }
}

function outcomeOf(asked: QueryContext, id: string | undefined): Measured {
  const measured = mainIndicator(indicatorsOf(asked, id === undefined ? undefined : [id]))
  if (!measured) throw refuse('invalid', 'figure.noIndicator')
  const { indicator } = measured
  if (['sum', 'median', 'count', 'pooled'].includes(indicator.measure))
    throw refuse('invalid', 'figure.measure', { id: indicator.id })
  return measured
}

/** The questions named, or all on a scale; an outcome does not drive itself. */
function driversOf(
  asked: QueryContext,
  ids: readonly string[] | undefined,
  outcome: Indicator,
): readonly StoredQuestion[] {
  const own = 'question' in outcome ? outcome.question : undefined
  if (ids === undefined)
    return [...asked.dictionary.questions.values()]
      .filter(({ question }) => question.type === 'scale' && !question.hidden && question.id !== own)
      .filter(({ question }) => maySeeQuestion(asked.who, question))
      .slice(0, mostDrivers)
  return [...new Set(ids)].map((id) => {
    const stored = questionOf(asked.dictionary, id)
    if (id === own) throw refuse('invalid', 'figure.ownDriver', { id })
    return stored
  })
}

/** Where a driver tells who somebody is, only what the viewer may see of that; a Fault without the right. */
function scanFor({ who, scan }: QueryContext, questions: readonly StoredQuestion[]): Scan {
  const selection = narrowedByPersonal(who, scan.selection, ...questions.map(({ question }) => question))
  return selection === scan.selection ? scan : openScan(scan.stores, selection, scan.compared, scan.options)
}

/** A driver's answers as an index, weighted as the outcome is. */
const indexOf = ({ weight }: Indicator, question: string): Indicator => ({
  measure: 'index',
  id: `~driver ${question}`,
  title: '',
  decimals: 0,
  better: 'high',
  weight,
  question,
})

const variableOf = ({ dictionary }: QueryContext, { indicator }: Measured): Variable =>
  indicatorScore(dictionary, indicator)

/** Enough answered it beside the outcome. */
const takesPart = (asked: QueryContext, measured: Measured | undefined, beside: number, answered: number): boolean =>
  beside >= Math.max(1, measured?.minimum ?? asked.minimumN) && beside >= leastShare * answered

const left = (why: 'few' | 'equal') => ({ importance: null, correlation: null, isWeak: false, leftOut: why })

function weightOf({ drivers }: DriverModel, at: number, isProtected: boolean) {
  if (at < 0) return left('few')
  const weight = drivers[at]
  if (!weight) return left('equal')
  const { correlation, isWeak } = weight
  const told = isProtected && correlation !== null ? Math.round(100 * correlation) / 100 : correlation
  return { importance: percent(weight, isProtected), correlation: told, isWeak, leftOut: null }
}

function percent({ value, low, high }: Weight, isProtected: boolean) {
  const told = (share: number) => (isProtected ? Math.round(100 * share) : 100 * share)
  return { value: told(value), low: low === null ? null : told(low), high: high === null ? null : told(high) }
}
