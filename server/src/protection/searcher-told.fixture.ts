import type { Figure } from '@kaiku/contract/figure.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { SearchedRow } from '../feed/searched-row.fixture.ts'
import { type Ask, begins, isSelected } from './searcher-ask.fixture.ts'

/** A number that was told: of whom, and what. */
export type SearcherReply = {
  readonly door: string
  /** `n`: how many there are; else the indicator that `value` is of, among those with an answer. */
  readonly measure: 'n' | 'ill' | 'rating'
  readonly rows: readonly SearchedRow[]
  /** Of whom these are part by what they answered: all who could have answered so. */
  readonly base?: readonly SearchedRow[]
  readonly n: number
  readonly value: number | null
  /** Whether background variables chose them. */
  readonly isFiltered: boolean
}

type Cell = {
  readonly rows: readonly SearchedRow[]
  readonly isFiltered: boolean
  readonly base?: readonly SearchedRow[]
}
const askedIll = (rows: readonly SearchedRow[]) => rows.filter(({ ill }) => ill !== null)
const valid = {
  n: (rows: readonly SearchedRow[]) => rows,
  ill: askedIll,
  rating: (rows: readonly SearchedRow[]) => rows.filter(({ rating }) => rating !== null),
}
const isMeasure = (id: string): id is 'ill' | 'rating' => id === 'ill' || id === 'rating'

/** Everything in the answers to one selection that says something of some of its people. */
export function toldBy(ask: Ask, answers: readonly Answer[], all: readonly SearchedRow[]): SearcherReply[] {
  const found: SearcherReply[] = []
  const base = all.filter((row) => isSelected(ask, row))
  const isFiltered = ask.filters.length > 0
  const whole: Cell = { rows: base, isFiltered }
  const below = (id: string): Cell => {
    const depth = ask.node.length
    return { rows: base.filter(({ places }) => places[ask.view]?.[depth] === id), isFiltered }
  }
  const at = (path: string | null): Cell => {
    const node = path?.split(',').slice(2) ?? ['nowhere']
    return {
      rows: base.filter(({ places }) => node.every((id, depth) => places[ask.view]?.[depth] === id)),
      isFiltered,
    }
  }
  const having = (question: string, code: string, { rows, isFiltered: before, base: around }: Cell = whole): Cell => {
    if (question === 'ill' || question === 'rating') {
      const answered = valid[question](rows)
      return {
        rows: answered.filter((row) => String(row[question]) === code),
        isFiltered: before,
        base: around ?? answered,
      }
    }
    const own = rows.filter(({ background }) => background[question] === code)
    return {
      rows: own,
      isFiltered: true,
      ...(around && { base: around.filter(({ background }) => background[question] === code) }),
    }
  }
  const count = (door: string, cell: Cell, n: number | null) => {
    if (n !== null) found.push({ door, measure: 'n', ...cell, n, value: null })
  }
  const figure = (door: string, cell: Cell, indicator: string, told: Pick<Figure, 'n' | 'value'>) => {
    if (told.n === null) return
    if (indicator === 'count') count(`${door} count`, cell, told.n)
    else if (isMeasure(indicator))
      found.push({ door, measure: indicator, ...cell, rows: valid[indicator](cell.rows), n: told.n, value: told.value })
  }
  const ranked = (
    door: string,
    answer: Extract<Answer, { type: 'RankingTableComponent' }>,
    cellOf: (id: string, path: string | null) => Cell,
  ) => {
    for (const { indicator, figure: own } of answer.parent) figure(`${door} parent`, whole, indicator, own)
    for (const row of rankingRows(answer)) {
      const cell = cellOf(row.id, row.path)
      count(door, cell, row.n)
      for (const { indicator, figure: own } of row.cells) figure(door, cell, indicator, own)
    }
  }
  const axis = (question: string | null) => (id: string, path: string | null, within: Cell) =>
    question === null
      ? { ...within, rows: within.rows.filter((row) => at(path).rows.includes(row)) }
      : having(question, id, within)
  const crossed = (answer: Extract<Answer, { type: 'Crosstab' }>, rows: string | null, columns: string | null) => {
    const indicator = answer.indicator ?? ''
    const [down, across] = [axis(rows), axis(columns)]
    for (const [i, row] of answer.rows.groups.entries()) {
      if (row.isNone) continue
      const own = down(row.id, row.path, whole)
      for (const [j, column] of answer.columns.groups.entries()) {
        const cell = answer.cells[i]?.[j]
        if (column.isNone || !cell) continue
        const both = across(column.id, column.path, own)
        count('Crosstab', both, cell.n)
        if (cell.figure) figure('Crosstab', both, indicator, cell.figure)
      }
    }
  }
  for (const answer of answers)
    switch (answer.type) {
      case 'IndicatorTiles':
        for (const { indicator, figure: own } of answer.tiles) figure('tile', whole, indicator, own)
        break
      case 'Trend':
        for (const { from, to, n, figures } of answer.points) {
          const cell = { rows: base.filter(({ day }) => day >= from && day <= to), isFiltered }
          count('trend', cell, n)
          for (const [place, own] of figures.entries()) figure('trend', cell, answer.indicators[place] ?? '', own)
          for (const line of answer.lines?.lines ?? []) {
            const period = answer.points.findIndex((point) => point.from === from)
            const there = at(line.path).rows.filter((row) => cell.rows.includes(row))
            for (const [place, own] of (line.figures[period] ?? []).entries())
              figure('trend line', { rows: there, isFiltered }, answer.indicators[place] ?? '', own)
          }
        }
        break
      case 'Distribution':
        for (const bar of answer.bars)
          if (!bar.missing) count(`bar ${answer.question.id}`, having(answer.question.id, bar.code), bar.n)
        if (answer.split?.type === 'Crosstab') crossed(answer.split, answer.question.id, 'grade')
        break
      case 'RankingTableComponent':
        ranked('ranking', answer, (id, path) => {
          if (path !== null) return at(path)
          return ['yes', 'no'].includes(id) ? having('ill', id) : having('gender', id)
        })
        break
      case 'GeographyTiles':
        ranked('tiles of places', answer.ranking, (id, path) => (path === null ? below(id) : at(path)))
        break
      case 'Targets': {
        const wanted = Object.assign({}, ask, { days: { from: answer.from, to: answer.to } })
        const period = all.filter((row) => isSelected(wanted, row))
        for (const { path, cells } of answer.rows) {
          const node = path.split(',').slice(2)
          const rows = period.filter(({ places }) => node.every((id, depth) => places[ask.view]?.[depth] === id))
          for (const [place, { figure: own }] of cells.entries())
            figure('targets', { rows, isFiltered }, answer.indicators[place] ?? '', own)
        }
        break
      }
      case 'Crosstab': {
        const questionOf = (side: typeof answer.rows) =>
          side.groups.some(({ path }) => path !== null) ? null : side.title.toLowerCase()
        crossed(answer, questionOf(answer.rows), questionOf(answer.columns))
        break
      }
      case 'HeatMap':
        count('heat map whole', whole, answer.n)
        for (const [row, group] of answer.groups.entries()) {
          const { period } = group
          const cell = period
            ? { rows: base.filter(({ day }) => day >= period.from && day <= period.to), isFiltered }
            : group.path === null
              ? having('grade', group.id)
              : at(group.path)
          count('heat map', cell, group.n)
          for (const [column, { figure: own }] of (answer.cells[row] ?? []).entries()) {
            const measure = answer.measures[column]
            if (measure?.id === 'ill') figure('heat map', cell, 'ill', own)
          }
        }
        break
      case 'GamificationOverviewConfig': {
        // A league is the same under every filter and at every place: whom its round is of, the address does not say.
        const round = answer.rounds.at(-1)
        for (const { path, deeds } of answer.rows)
          for (const { indicator, n, change } of deeds?.improvements ?? []) {
            const node = path?.split(',').slice(2) ?? ['nowhere']
            const within = all.filter(({ places }) => begins(places[ask.view] ?? [], node))
            const rows = within.filter(({ day, until }) => round && day >= round.from && until <= round.to)
            const value = change?.before == null ? null : change.before + change.value
            figure('league', { rows, isFiltered: false }, indicator, { n, value })
          }
        break
      }
      // No count of theirs is held against the rows: what they may tell at all is refused or shown by other tests.
      case 'ChangeDecomposition':
      case 'KeyDrivers':
      case 'Sql':
      case 'Topics':
      case 'Comments':
      case 'InterviewList':
      case 'AlertLoop':
      case 'AlertList':
      case 'ResponseFunnel':
      case 'MailCampaignsListComponent':
      case 'MailCampaignDetailsComponent':
      case 'Text':
      case 'Failed':
        break
      default:
        answer satisfies never
    }
  return found
}
