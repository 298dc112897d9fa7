import type { ShownTable } from '@kaiku/contract/figure-table.ts'
import { type PlaceTile, placeTiles, tileOrders, tilesBySpot, tilesInOrder } from '@kaiku/contract/place-tile-order.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { noAnswer } from '@kaiku/core/filter-token.ts'
import type { ShownIndicator } from '../dictionary/shown-indicator.ts'
import type { SheetTable } from '../table-file/table-file.ts'
import { crossTable } from './cross-table.ts'
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

type Tile = AnswerOf<'IndicatorTiles'>['tiles'][number]

/** Key metrics, an indicator a row. */
export function tilesTable(
  { tiles }: AnswerOf<'IndicatorTiles'>,
  indicators: readonly ShownIndicator[],
  words: Words,
): SheetTable {
  const { say } = words
  const rows = tiles.flatMap((tile) => {
    const indicator = indicators.find(({ id }) => id === tile.indicator)
    return indicator ? [{ tile, indicator }] : []
  })
  type Row = (typeof rows)[number]
  const decimals = Math.max(0, ...rows.map(({ indicator }) => indicator.decimals))
  const value = { title: say('text.value'), unit: '', decimals }
  return written<Row>(
    [
      { title: say('text.indicator'), cell: ({ indicator }) => indicator.title },
      { title: say('text.unit'), cell: ({ indicator }) => indicator.unit },
      ...figureColumns<Row>(value, words, ({ tile }) => tile.figure),
      ...(tiles.some(({ change }) => change !== null)
        ? changeColumns<Row>(value, words, ({ tile }) => tile.change)
        : []),
      { title: say('text.target'), cell: ({ indicator }) => indicator.target },
      { title: say('table.note'), cell: ({ tile }) => noteOf(tile, words) },
    ],
    rows,
  )
}

const noteOf = ({ figure }: Pick<Tile, 'figure'>, words: Words) => stateNote([figure.state], false, words)

/** Where places stand against their targets: a row for each of a place's indicators. */
export function targetsTable(
  answer: AnswerOf<'Targets'>,
  indicators: readonly ShownIndicator[],
  words: Words,
): SheetTable {
  const { say } = words
  const rows = answer.rows.flatMap((place) =>
    answer.indicators.flatMap((id, at) => {
      const [indicator, cell] = [indicators.find((one) => one.id === id), place.cells[at]]
      return indicator && cell ? [{ place, indicator, cell }] : []
    }),
  )
  type Row = (typeof rows)[number]
  const decimals = Math.max(0, ...rows.map(({ indicator }) => indicator.decimals))
  const value = { title: say('text.value'), unit: '', decimals }
  return written<Row>(
    [
      { title: answer.rowTitle || say('text.place'), cell: ({ place }) => place.name },
      { title: say('table.path'), cell: ({ place }) => pathText(place.above, place.name) },
      { title: say('table.period'), cell: () => answer.period },
      { title: say('text.indicator'), cell: ({ indicator }) => indicator.title },
      { title: say('text.unit'), cell: ({ indicator }) => indicator.unit },
      ...figureColumns<Row>(value, words, ({ cell }) => cell.figure),
      { title: say('text.target'), decimals, cell: ({ cell }) => cell.target?.value ?? null },
      { title: say('text.standing'), cell: ({ cell }) => say(`text.target.${cell.state}`) },
      {
        title: say('text.target.chance'),
        decimals: 0,
        cell: ({ cell }) => (cell.odds ? 100 * cell.odds.chance : null),
      },
      { title: say('text.target.expected'), decimals: 0, cell: ({ cell }) => cell.odds?.expected ?? null },
      { title: say('text.target.needed'), decimals, cell: ({ cell }) => cell.odds?.needed ?? null },
      { title: say('text.target.promoters'), decimals: 0, cell: ({ cell }) => cell.odds?.promoters ?? null },
      {
        title: say('table.note'),
        cell: ({ cell: { figure, why } }) =>
          why === null || why === 'few'
            ? stateNote([figure.state], why === 'few', words)
            : say(`text.target.why.${why}`),
      },
    ],
    rows,
  )
}

/** How answers are spread; what is missing stands last, outside the base. */
export function distributionTable(answer: AnswerOf<'Distribution'>, words: Words): SheetTable {
  const { say } = words
  if (answer.split) return crossTable(answer.split, 'ofColumn', undefined, words)
  const bars = answer.state === 'hidden' ? [] : answer.bars
  type Bar = (typeof bars)[number]
  const percent = (title: string, part: 'share' | 'low' | 'high'): ShownColumn<Bar> => ({
    title,
    decimals: 1,
    cell: (bar) => (bar.missing ? null : bar[part]),
  })
  const share = say('text.share')
  return written<Bar>(
    [
      { title: say('text.answer'), cell: ({ code, title }) => (code === noAnswer ? say('noValue') : title) },
      percent(share, 'share'),
      percent(say('table.low', share), 'low'),
      percent(say('table.high', share), 'high'),
      { title: 'n', cell: ({ n }) => n },
      {
        title: say('table.note'),
        cell: ({ n, missing }) =>
          missing ? say('text.missing') : stateNote([n === null ? 'hidden' : answer.state], false, words),
      },
    ],
    bars,
  )
}

/** Places as their tiles lie, then those that lie nowhere, in the order that is shown. */
export function placeTilesTable(
  answer: AnswerOf<'GeographyTiles'>,
  indicators: readonly ShownIndicator[],
  { sort }: ShownTable,
  words: Words,
): SheetTable {
  const { say, locale } = words
  const { ranking } = answer
  const indicator = indicators.find(({ id }) => id === ranking.indicators[0])
  const tiles = placeTiles(answer)
  const order = tileOrders.find((one) => one === sort) ?? 'value'
  const others = tiles.filter(({ spot }) => spot === null)
  const rows = indicator ? [...tilesBySpot(tiles), ...tilesInOrder(others, order, indicator, locale)] : []
  const cellOf = ({ row }: PlaceTile) => row.cells[0]
  return written<PlaceTile>(
    [
      { title: ranking.rowTitle, cell: ({ row }) => groupName(row, words) },
      { title: say('table.path'), cell: ({ row }) => pathText(row.above, row.name) },
      ...(indicator ? figureColumns<PlaceTile>(indicator, words, (tile) => cellOf(tile)?.figure) : []),
      ...(indicator && ranking.columns.some(({ change }) => change !== null)
        ? changeColumns<PlaceTile>(indicator, words, (tile) => cellOf(tile)?.change)
        : []),
      {
        title: say('table.note'),
        cell: ({ row, isFew }) =>
          stateNote(
            row.cells.map(({ figure }) => figure.state),
            isFew,
            words,
          ),
      },
    ],
    rows,
  )
}
