import type { HeatMap, HeatMapCell } from '@kaiku/contract/heat-map.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { shownAs } from '../dictionary/shown-indicator.ts'
import { weightOf } from '../distribution/distribution.ts'
import { totalKey } from '../figure/bases.ts'
import { type Base, figureOf, hiddenFigure, type Measured, measuredOf, testedChange } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { againstRest } from '../ranking/ranking.ts'
import { questionOf } from '../sums/score.ts'
import { type MapGroups, mapGroups } from './heat-map-groups.ts'

type HeatMapComponent = Extract<Component, { type: 'HeatMap' }>

const mostCells = 30_000

/** Measures by places, answers or periods, with what sets each cell apart from the rest or from the period before. */
export async function heatMap(asked: QueryContext, component: HeatMapComponent): Promise<HeatMap> {
  const { dictionary, isProtected, minimumN, locale } = asked
  const measured = measuresOf(asked, component)
  const questions = (component.questions ?? []).map((id) => questionOf(dictionary, id).question)
  const found = await mapGroups({ ...asked, scan: scanOf(asked, ...questions) }, component.of, measured)
  const { groups, bases, parent } = found
  if (groups.length * measured.length > mostCells)
    throw refuse('invalid', 'figure.tooMany', { n: groups.length * measured.length, most: mostCells })
  const n = parent.n(totalKey, 'now')
  const isFew = fewAnswers(n, minimumN)
  const counts = groups.map(({ key }) => ({ n: bases.n(key, 'now') }))
  const hides = counts.map(({ n: own }) => isHidden(own, minimumN, isProtected))
  const columns = measured.map((one) => columnOf(asked, found, one, hides))
  const real = benjaminiHochberg(
    columns.flatMap((column) => column.map(({ tested }) => tested?.p ?? null)),
    alpha,
  )
  return {
    type: 'HeatMap',
    measures: measured.map(({ indicator }) => shownAs(dictionary.definition, indicator, locale)),
    groupTitle: found.title,
    by: found.by,
    groups: groups.map(({ shown }, at) => ({
      ...shown,
      n: hides[at] ? null : (counts[at]?.n ?? 0),
      few: fewAnswers(counts[at]?.n ?? 0, minimumN),
    })),
    cells: groups.map((_, at) =>
      columns.map((column, measure) => cellOf(column[at], real[measure * groups.length + at] === true)),
    ),
    total: measured.map((one) => figureOf(parent.base(totalKey, one, 'now'), one, isProtected)),
    n: isHidden(n, minimumN, isProtected) ? null : n,
    state: isHidden(n, minimumN, isProtected) ? 'hidden' : n === 0 ? 'none' : isFew ? 'few' : 'shown',
  }
}

/** The survey's indicators that are named, then questions as indices; without either the main indicators. */
function measuresOf(asked: QueryContext, { indicators, questions = [] }: HeatMapComponent): Measured[] {
  const named = indicators === undefined && questions.length > 0 ? [] : indicatorsOf(asked, indicators)
  return [...named, ...[...new Set(questions)].map((id) => measuredOf(asked.dictionary, indexOf(asked, id)))]
}

/** A question's answers from 0 to 100, weighted as its indicators are. */
function indexOf(asked: QueryContext, id: string): Indicator {
  const { question } = questionOf(asked.dictionary, id)
  if (question.type !== 'scale') throw refuse('invalid', 'figure.scale', { id })
  return {
    measure: 'index',
    id: `~${id}`,
    title: question.title,
    question: id,
    decimals: 0,
    weight: weightOf(asked, question),
    better: 'high',
  }
}

type Tested = Pick<Change, 'value' | 'low' | 'high' | 'p'>
type Entry = { readonly figure: HeatMapCell['figure']; readonly tested: Tested | null }

/** A measure's cells. What stands on few answers is compared with nothing. */
function columnOf(
  asked: QueryContext,
  found: MapGroups,
  measured: Measured,
  hiddenGroups: readonly boolean[],
): Entry[] {
  const { groups, bases, parent, by } = found
  const { isProtected } = asked
  const own = groups.map(({ key }) => bases.base(key, measured, 'now'))
  const input = { bases, parent }
  const figures = own.map((base, at) => (hiddenGroups[at] ? hiddenFigure : figureOf(base, measured, isProtected)))
  const isShown = (at: number) => figures[at]?.state === 'shown'
  const tested = (base: Base, at: number): Tested | null => {
    if (!isShown(at)) return null
    if (by === null) return againstRest(input, measured, base, groups[at]?.key ?? '')
    const before = own[at - 1]
    return before && isShown(at - 1) ? testedChange(base, before, measured) : null
  }
  return own.map((base, at) => ({ figure: figures[at] ?? hiddenFigure, tested: tested(base, at) }))
}

function cellOf(entry: Entry | undefined, significant: boolean): HeatMapCell {
  const { figure, tested } = entry ?? { figure: hiddenFigure, tested: null }
  if (tested === null) return { figure, difference: null }
  const { value, low, high } = tested
  return { figure, difference: { value, low, high, significant } }
}
