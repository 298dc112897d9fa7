import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import type { League, LeagueRow } from '@kaiku/contract/league.ts'
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

/** A league as it stands: places, points and what they are for. */
export function leagueTable(
  { placeTitle, rows, disciplines, indicators }: League,
  known: readonly ShownIndicator[],
  words: Words,
): SheetTable {
  const { say } = words
  const plays = (wanted: League['disciplines'][number]['discipline']) =>
    disciplines.some(({ discipline }) => discipline === wanted)
  const share = (of: 'followUp' | 'response'): ShownColumn<LeagueRow>[] =>
    plays(of)
      ? [
          { title: say(`text.${of}Part`), cell: ({ deeds }) => deeds?.[of].part ?? null },
          { title: say(`text.${of}Of`), cell: ({ deeds }) => deeds?.[of].of ?? null },
        ]
      : []
  const changeOf = (id: string) => (row: LeagueRow) =>
    row.deeds?.improvements.find(({ indicator }) => indicator === id)?.change ?? null
  return written<LeagueRow>(
    [
      { title: say('table.rank'), cell: ({ rank }) => rank },
      { title: say('table.rankFrom'), cell: ({ rankFrom }) => rankFrom },
      { title: say('table.rankTo'), cell: ({ rankTo }) => rankTo },
      { title: placeTitle || say('place'), cell: ({ name }) => name || say('text.otherPlace') },
      { title: say('text.points'), decimals: 1, cell: ({ points }) => points },
      ...disciplines.map(
        ({ discipline }): ShownColumn<LeagueRow> => ({
          title: say('text.pointsFor', say(`text.${discipline}`)),
          decimals: 1,
          cell: ({ deeds }) => deeds?.parts[discipline] ?? null,
        }),
      ),
      ...share('followUp'),
      ...(plays('followUp')
        ? [{ title: say('text.hours'), decimals: 1, cell: ({ deeds }: LeagueRow) => deeds?.hours ?? null }]
        : []),
      ...share('response'),
      ...indicators.flatMap((id) => {
        const indicator = known.find((one) => one.id === id)
        return indicator ? changeColumns<LeagueRow>(indicator, words, changeOf(id)) : []
      }),
      { title: say('text.streak'), cell: ({ deeds }) => deeds?.streaks.inTime ?? null },
      {
        title: say('text.badges'),
        cell: ({ deeds }) => deeds?.badges.map((badge) => say(`text.badge.${badge}`)).join(', ') ?? null,
      },
    ],
    rows,
  )
}
