import type { Component } from '@kaiku/contract/page.ts'
import type { Survey } from '@kaiku/contract/survey.ts'

/** What the rows or columns are, as an address names it: `children`, `leaves`, `by:month`, `of:gender`. */
export type Variable = Extract<Component, { type: 'Crosstab' }>['rows']

export const units = ['month', 'quarter', 'year', 'week', 'day'] as const
type Unit = (typeof units)[number]

/** Reads a variable; null for none. */
export function readVariable(text: string): Variable | null {
  if (text === 'children' || text === 'leaves') return text
  const unit = units.find((one) => text === `by:${one}`)
  if (unit) return { period: unit }
  return text.startsWith('of:') && text.length > 3 ? { question: text.slice(3) } : null
}

export const ofQuestion = (id: string) => `of:${id}`
export const byUnit = (unit: Unit) => `by:${unit}`

export type ExplorationLook = 'Crosstab' | 'RankingTableComponent' | 'Trend' | 'Distribution'

const isQuestion = (one: Variable): one is { question: string } => typeof one === 'object' && 'question' in one
const isPeriod = (one: Variable): one is { period: Unit } => typeof one === 'object' && 'period' in one
const isPlaces = (one: Variable): one is 'children' | 'leaves' => one === 'children' || one === 'leaves'

/** The ways in which variables can be looked at, the usual one first. */
export function looksOf(rows: Variable, columns: Variable | null): readonly ExplorationLook[] {
  if (columns === null) {
    if (isPeriod(rows)) return ['Trend']
    return isQuestion(rows) ? ['Distribution', 'RankingTableComponent'] : ['RankingTableComponent']
  }
  if (isQuestion(rows) && isQuestion(columns)) return ['Crosstab', 'Distribution']
  return isPeriod(rows) && columns === 'children' ? ['Crosstab', 'Trend'] : ['Crosstab']
}

/** The component that looks so at variables. `indicator`: empty for shares, where a look has any. */
export function exploredBy(
  look: ExplorationLook,
  rows: Variable,
  columns: Variable | null,
  indicator: string,
): Component {
  const indicators = indicator === '' ? {} : { indicators: [indicator] }
  switch (look) {
    case 'Trend':
      return {
        type: 'Trend',
        by: isPeriod(rows) ? rows.period : 'auto',
        ...indicators,
        ...(columns === 'children' ? { places: true } : {}),
      }
    case 'RankingTableComponent':
      return {
        type: look,
        of: typeof rows === 'object' && 'period' in rows ? 'children' : rows,
        ownRankOnly: false,
        spark: isPlaces(rows),
        ...indicators,
      }
    case 'Distribution':
      return {
        type: look,
        question: isQuestion(rows) ? rows.question : '',
        ...(columns !== null && isQuestion(columns) ? { split: columns.question } : {}),
      }
    case 'Crosstab':
      return {
        type: look,
        rows,
        columns: columns ?? 'children',
        weight: 'role',
        noValue: true,
        ...(indicator === '' ? { show: 'ofColumn' } : { show: 'figure', indicator }),
      }
  }
}

/** Whether a look can do without an indicator: it tells shares of answers. */
export const tellsShares = (look: ExplorationLook) => look === 'Crosstab' || look === 'Distribution'

const grouping: ReadonlySet<string> = new Set(['scale', 'number', 'choice', 'multiple'])
/** More columns than a crosstab has room for are not offered as columns. */
const mostColumns = 25

/** Questions that make groups, for rows or for columns. */
export const questionsTo = (questions: Survey['questions'], side: 'rows' | 'columns') =>
  questions.filter(
    ({ type, groups }) => grouping.has(type) && (side === 'rows' || groups === null || groups <= mostColumns),
  )
