import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { Ranking, RankingRow } from '@kaiku/contract/ranking.ts'
import { cellOf, readSort, shownRows } from '@kaiku/contract/ranking-order.ts'
import { rankingRows } from '@kaiku/contract/ranking-rows.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import {
  changeColumns,
  figureColumns,
  groupName,
  pathText,
  type ShownColumn,
  stateNote,
  type Words,
  written,
} from './figure-cells.ts'

/** A ranking in the rows, the order and the columns that are shown, the ranked indicator first. */
export function rankingTable(
  answer: Ranking,
  indicators: readonly ShownIndicator[],
  shown: ShownTable,
  words: Words,
): SheetTable {
  const wanted = readSort(shown.sort)
  const inAnswer = answer.indicators.flatMap((id) => indicators.find((one) => one.id === id) ?? [])
  const lead = inAnswer.find(({ id }) => id === wanted?.id) ?? inAnswer[0]
  const has = (id: string) => shown.columns === undefined || shown.columns.includes(id)
  const sort = wanted ?? { id: lead?.id ?? 'name', desc: lead?.better === 'high' }
  const { search, part, leastN } = shown
  const rows = shownRows(rankingRows(answer), {
    lead: lead?.id ?? '',
    sort,
    search,
    part,
    leastN,
    locale: words.locale,
  })
  const others = inAnswer.filter((one) => one !== lead && has(one.id))
  return written(
    [
      ...(has('rank') && lead ? rankColumns(lead.id, words) : []),
      { title: answer.rowTitle, cell: (row: RankingRow) => groupName(row, words) },
      ...(rows.some(({ path }) => path !== null)
        ? [{ title: words.say('table.path'), cell: ({ above, name }: RankingRow) => pathText(above, name) }]
        : []),
      ...(has('n') ? [{ title: 'n', cell: ({ n }: RankingRow) => n }] : []),
      ...(lead ? indicatorColumns(lead, words) : []),
      ...(lead && has('change') && answer.columns.some(({ change }) => change !== null)
        ? changeColumns<RankingRow>(lead, words, (row) => cellOf(row, lead.id)?.change)
        : []),
      ...others.flatMap((one) => indicatorColumns(one, words)),
      { title: words.say('table.note'), cell: (row: RankingRow) => noteOf(row, words) },
    ],
    rows,
  )
}

const indicatorColumns = (indicator: ShownIndicator, words: Words): ShownColumn<RankingRow>[] =>
  figureColumns(
    indicator,
    words,
    (row) => cellOf(row, indicator.id)?.figure,
    (row) => (row.few ? 0 : (cellOf(row, indicator.id)?.versusRest ?? 0)),
  )

const rankColumns = (lead: string, { say }: Words): ShownColumn<RankingRow>[] => [
  { title: say('table.rank'), cell: (row) => cellOf(row, lead)?.rank ?? null },
  { title: say('table.rankFrom'), cell: (row) => cellOf(row, lead)?.rankFrom ?? null },
  { title: say('table.rankTo'), cell: (row) => cellOf(row, lead)?.rankTo ?? null },
]

const noteOf = (row: RankingRow, words: Words) =>
  stateNote(
    row.cells.map(({ figure }) => figure.state),
    row.few,
    words,
  )
