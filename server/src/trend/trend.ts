import type { Component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { isHidden } from '@kaiku/core/suppression.ts'
import { type PeriodStep, stepsOf, undatedKey } from '../aggregate/periods.ts'
import { type Bases, basesOf, totalKey, type When } from '../figure/bases.ts'
import {
  figureOf,
  figureValue,
  hiddenFigure,
  type Measured,
  nOf,
  shownChange,
  testedChange,
} from '../figure/figures.ts'
import { usualUnit } from '../figure/protection.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { questionBreaks, questionsBehind } from '../question-break/question-break.ts'
import { sentence } from '../text/text.ts'
import { trendLines } from './trend-lines.ts'

type Of<T extends Component['type']> = Extract<Component, { type: T }>

/** Each indicator's figure for the place, its change and its course. */
export async function tiles(asked: QueryContext, component: Of<'IndicatorTiles'>): Promise<AnswerOf<'IndicatorTiles'>> {
  const { scan, isProtected } = asked
  const measured = indicatorsOf(asked, component.indicators)
  const unit = usualUnit(scan.selection)
  const [total, course] = await Promise.all([
    basesOf(scan, { by: 'total' }, measured),
    component.spark ? basesOf(scan, { by: 'bucket', unit }, measured) : null,
  ])
  const steps = course ? stepsOf(unit, scan.selection.period, course.keys, asked.dictionary.calendar) : []
  return {
    type: 'IndicatorTiles',
    tiles: measured.map((one) => ({
      ...indicatorFigure(asked, one, total),
      spark: course ? spark(course, steps, one, isProtected) : [],
      periods: steps.map(({ from }) => from),
    })),
  }
}

/** An indicator's figure for a whole, with its change where there is a comparison. */
export function indicatorFigure({ scan, isProtected }: QueryContext, measured: Measured, total: Bases) {
  const now = total.base(totalKey, measured, 'now')
  const figure = figureOf(now, measured, isProtected)
  const tested =
    scan.compared && figure.state !== 'hidden'
      ? testedChange(now, total.base(totalKey, measured, 'before'), measured)
      : null
  return { indicator: measured.indicator.id, figure, change: shownChange(tested, measured, isProtected) }
}

/** Values by step; where the survey is protected none that stands on few answers. */
export function spark(
  course: Bases,
  steps: readonly PeriodStep[],
  measured: Measured,
  isProtected: boolean,
): (number | null)[] {
  const bases = steps.map(({ key }) => course.base(key, measured, 'now'))
  return bases.map((base) => (isHidden(nOf(base), measured.minimum, isProtected) ? null : figureValue(base, measured)))
}

/** Figures by step of time, beside those of the compared period's steps. */
export async function trend(asked: QueryContext, component: Of<'Trend'>): Promise<AnswerOf<'Trend'>> {
  const { scan, dictionary } = asked
  const { period } = scan.selection
  const measured = indicatorsOf(asked, component.indicators)
  const by = component.by === 'auto' ? usualUnit(scan.selection) : component.by
  const course = await basesOf(scan, { by: 'bucket', unit: by }, measured)
  const steps = stepsOf(by, period, course.keys, dictionary.calendar)
  const earlier = scan.compared ? stepsOf(by, scan.compared, [], dictionary.calendar) : []
  const lines = component.places ? await trendLines(asked, by, steps, measured) : null
  const now = stepFigures(asked, course, steps, measured, 'now')
  const before = stepFigures(asked, course, earlier, measured, 'before')
  return {
    type: 'Trend',
    by,
    indicators: measured.map(({ indicator }) => indicator.id),
    undated: undatedOf(asked, course, by),
    lines,
    events: await eventsOf(asked, steps, measured),
    points: steps.map(({ from, to }, at) => ({
      from,
      to,
      n: now.counts[at] ?? null,
      figures: now.figures[at] ?? [],
      before: before.figures[at] ?? [],
    })),
  }
}

/** What happened in the periods, and from when a question behind the indicators is not the same any more. */
async function eventsOf(
  { stores, dictionary, translate, locale }: QueryContext,
  steps: readonly PeriodStep[],
  measured: readonly Measured[],
) {
  const [from = '', to = ''] = [steps[0]?.from, steps.at(-1)?.to]
  const isWithin = ({ day }: { readonly day: string }) => day >= from && day <= to
  const { definition, questions } = dictionary
  const told = definition.settings.events.map(({ day, title }) => ({ day, title: translate(title), indicators: null }))
  const behind = measured.map(({ indicator }) => ({ id: indicator.id, of: questionsBehind(definition, indicator) }))
  const breaks = (await questionBreaks(stores, dictionary)).flatMap(({ question: id, day, what }) => {
    const question = questions.get(id)?.question
    const indicators = behind.filter(({ of }) => of.has(id)).map((one) => one.id)
    if (!question || question.hidden || indicators.length === 0) return []
    const said = what === 'wording' ? 'reworded' : 'rescaled'
    return [{ day, title: sentence(said, locale, translate(question.title)), indicators }]
  })
  return [...told, ...breaks].filter(isWithin).sort((a, b) => a.day.localeCompare(b.day))
}

function undatedOf({ isProtected, minimumN, dictionary }: QueryContext, course: Bases, unit: TimeUnit): number {
  const n = course.n(undatedKey(unit, dictionary.calendar), 'now')
  return isHidden(n, minimumN, isProtected) ? 0 : n
}

function stepFigures(
  { isProtected, minimumN }: QueryContext,
  course: Bases,
  steps: readonly PeriodStep[],
  measured: readonly Measured[],
  when: When,
) {
  const counts = steps.map(({ key }) => course.n(key, when))
  const hiddenSteps = counts.map((n) => isHidden(n, minimumN, isProtected))
  const columns = measured.map((one) =>
    steps.map(({ key }, at) =>
      hiddenSteps[at] ? hiddenFigure : figureOf(course.base(key, one, when), one, isProtected),
    ),
  )
  return {
    counts: counts.map((n, at) => (hiddenSteps[at] ? null : n)),
    figures: steps.map((_, at) => columns.map((column) => column[at] ?? hiddenFigure)),
  }
}
