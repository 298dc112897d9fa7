import type { Figure } from '@kaiku/contract/figure.ts'
import { component } from '@kaiku/contract/page.ts'
import type { Ranking, RankingCell } from '@kaiku/contract/ranking.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import { told } from '../component-table/component-table.ts'
import { groupName, pathText } from '../component-table/figure-cells.ts'
import { rankingTable } from '../component-table/ranking-table.ts'
import type { ProofOf } from '../figure-proof/proof-address.ts'
import { figuresFor } from '../result/result.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'
import type { ReportContext, ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

const usual = { search: '', part: 'all', leastN: 1, lines: 'indicators', average: false } as const

/** The places right below the selected one by all main indicators, as the ranking shows them. */
export const rankingReport: ReportMaker = async ({ question, state, words, proofOf }) => {
  const asked = component.parse({ type: 'RankingTableComponent', spark: false })
  const { answers, indicators } = await figuresFor(question, [asked], state)
  const ranking = told(answers[0], 'RankingTableComponent')
  const { columns, rows } = rankingTable(ranking, indicators, usual, words)
  const titles = new Map(indicators.map(({ id, title }) => [id, title]))
  return [
    { name: reportText('ranking', words.locale), columns, rows: [rows], frozen: 2 },
    longSheet(words.locale, [longRows(ranking, titles, words, proofOf(question.path, asked))]),
  ]
}

/** What the address is called from which a figure can be checked. */
const proofField = 'proof'
const fields = [
  ...(['path', 'place', 'indicator', 'indicatorTitle', 'state', 'n', 'value', 'low', 'high'] as const),
  ...(['before', 'beforeN', 'change', 'changeLow', 'changeHigh', 'significant'] as const),
  ...(['rank', 'rankFrom', 'rankTo', 'rankChange', 'versusRest'] as const),
] as const

/** For programs: a figure a row, each with all that is told of it, in columns that no language renames. */
export const longSheet = (
  locale: string,
  rows: WorkbookSheet['rows'],
  more: readonly string[] = [],
): WorkbookSheet => ({
  name: reportText('data', locale),
  columns: [...more, ...fields, proofField].map((title) => ({ title })),
  rows,
  frozen: more.length + 2,
})

/** The whole, then each row, an indicator after the other. */
export function longRows(
  ranking: Ranking,
  titles: ReadonlyMap<string, string>,
  words: ReportContext['words'],
  proof: ProofOf,
): SheetCell[][] {
  const whole = ranking.parent.map(({ indicator, figure, change }) => [
    ...longRow(null, words.say('table.all'), { indicator, figure, change, ...unranked }, titles),
    proof(indicator, null) ?? null,
  ])
  const rows = rankingRows(ranking).flatMap((row) =>
    row.cells.map((cell) => [
      ...longRow(row.path ?? row.id, pathText(row.above, groupName(row, words)), cell, titles),
      row.path === null ? null : (proof(cell.indicator, row.path) ?? null),
    ]),
  )
  return [...whole, ...rows]
}

const unranked = { rank: null, rankFrom: null, rankTo: null, rankChange: null, versusRest: 0 } as const

function longRow(
  path: string | null,
  place: string,
  cell: RankingCell,
  titles: ReadonlyMap<string, string>,
): SheetCell[] {
  const { indicator, change, rank, rankFrom, rankTo, rankChange, versusRest } = cell
  const { state, n, value, low, high }: Figure = cell.figure
  return [
    ...[path, place, indicator, titles.get(indicator) ?? indicator, state, n, value, low, high],
    ...[change?.before ?? null, change?.beforeN ?? null, change?.value ?? null, change?.low ?? null],
    ...[change?.high ?? null, change ? Number(change.significant) : null],
    ...[rank, rankFrom, rankTo, rankChange, versusRest],
  ]
}
