import type { Component } from '@kaiku/contract/page.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { TimeUnit } from '@kaiku/core/day.ts'
import { kindOf, writeRange } from '@kaiku/core/filter-kind.ts'
import { noAnswer, option, timeFilter } from '@kaiku/core/filter-token.ts'
import { formatUnit } from '@kaiku/core/format.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { writeAbsoluteDays } from '@kaiku/core/relative-date.ts'
import { type Grouping, noValue } from '../aggregate/grouping.ts'
import { type PeriodStep, stepsOf } from '../aggregate/periods.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { usualUnit } from '../figure/protection.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { answerRows, type FigureRow, placeRows, rowsOfNodes, rowTitle } from '../figure/rows.ts'
import type { ConfigFilter } from '../selection/filter-door.ts'
import { filtersOf, questionFilterOf } from '../selection/question-filter.ts'
import { visibleNodes } from '../selection/visible-node.ts'
import { questionOf } from '../sums/score.ts'
import { sentence } from '../text/text.ts'

type Variable = Extract<Component, { type: 'Crosstab' }>['rows']
export type Select = { readonly filter: string; readonly value: string }

/** One side of a table: how interviews fall into its groups, and which of them are in its base. */
export type Axis = {
  readonly title: string
  readonly question: Question | null
  readonly overlaps: boolean
  readonly groups: Grouping
  readonly answered: Grouping
  /** The groups in order, of those that were met. */
  rows(keys: readonly string[]): readonly FigureRow[]
  select(row: Pick<FigureRow, 'key' | 'id'>): Select | null
}

/** Throws a Fault for a question that is not there. */
export function axisOf(asked: QueryContext, variable: Variable): Axis {
  if (typeof variable === 'object' && 'question' in variable) return questionAxis(asked, variable.question)
  return typeof variable === 'object' && 'period' in variable
    ? periodAxis(asked, variable.period)
    : placeAxis(asked, variable)
}

/** Periods of the selection. Throws a Fault where interviews have no day, or are kept in groups of a period anyway. */
function periodAxis({ dictionary, scan, isProtected, locale }: QueryContext, unit: TimeUnit | 'auto'): Axis {
  const dated = dictionary.role('date')
  if (!dated) throw refuse('invalid', 'figure.noDate')
  if (isProtected) throw refuse('forbidden', 'protected.periods')
  const { calendar } = dictionary
  const by = unit === 'auto' ? usualUnit(scan.selection) : unit
  const steps = new Map<string, PeriodStep>()
  return {
    title: sentence('period', locale),
    question: null,
    overlaps: false,
    groups: { by: 'bucket', unit: by },
    answered: { by: 'answered', stored: dated },
    rows: (keys) =>
      stepsOf(by, scan.selection.period, keys, calendar).map((step) => {
        steps.set(step.key, step)
        const name = formatUnit(by, step.from, locale, calendar)
        return { key: step.key, id: step.from, name, path: null, above: [], opens: false, node: null }
      }),
    select: ({ key }) => {
      const step = steps.get(key)
      return step ? { filter: timeFilter, value: writeAbsoluteDays(step.from, step.to) } : null
    },
  }
}

function questionAxis({ dictionary, translate, who }: QueryContext, id: string): Axis {
  const stored = questionOf(dictionary, id)
  const { question } = stored
  const filters = filtersOf(dictionary, question)
  const own = questionFilterOf(dictionary, question)
  return {
    title: translate(question.title),
    question,
    overlaps: question.type === 'multiple',
    groups: { by: 'answer', stored },
    answered: { by: 'answered', stored },
    rows: (keys) => answerRows(stored, keys, translate),
    select: (row) =>
      maySeeQuestion(who, question)
        ? (selectOf(question, filters, row) ?? (own && selectOf(question, [own], row)))
        : null,
  }
}

function placeAxis(asked: QueryContext, of: Exclude<Variable, { question: string } | { period: unknown }>): Axis {
  const { locale, translate } = asked
  const { selection } = asked.scan
  const { view, node } = selection
  const { nodes, fold } = placeRows(view.tree, node, of)
  const visible = visibleNodes(selection, nodes)
  return {
    title: rowTitle(view, node, of, translate) || translate(view.view.title),
    question: null,
    overlaps: false,
    groups: { by: 'row', fold, name: JSON.stringify(of) },
    answered: { by: 'answered', stored: null },
    rows: () => rowsOfNodes(view, visible, locale, translate),
    select: () => null,
  }
}

/** How a filter chooses a group: bands by a range, answers by their option. */
function selectOf(
  question: Question,
  filters: readonly ConfigFilter[],
  { key, id }: Pick<FigureRow, 'key' | 'id'>,
): Select | null {
  const range = filters.find((filter) => kindOf(filter) === 'range')
  const options = filters.find((filter) => kindOf(filter) === 'options' && !filter.submatch)
  if (key === noValue) {
    const any = options ?? range
    return any ? { filter: any.extName, value: noAnswer } : null
  }
  const band = question.type === 'number' ? question.bands.find((one) => one.id === key) : undefined
  if (question.type === 'number' && question.bands.length > 0) {
    const value = band && writeRange(band.from ?? question.min ?? null, band.to ?? question.max ?? null)
    return range && value ? { filter: range.extName, value } : null
  }
  // A row's id has an option of its own named `~none` escaped already.
  if (options) return { filter: options.extName, value: option(id === '%7Enone' ? noAnswer : id) }
  const number = question.type === 'scale' || question.type === 'number' ? Number(id) : Number.NaN
  const value = Number.isNaN(number) ? null : writeRange(number, number)
  return range && value ? { filter: range.extName, value } : null
}
