import type { DocumentTile, Told } from '../document/document-content.ts'
import { paper } from '../document/paper-colour.ts'
import type { DeckRequest } from './deck.ts'
import { bare, lookOf } from './deck-colour.ts'
import type { DeckSlide, SlideText } from './deck-slide.ts'
import { cut, deckText, isRightToLeft } from './deck-text.ts'
import { drawChart } from './draw-chart.ts'
import type { Border, Slide, TableCell, TextOptions, TextRun } from './slide-library.ts'
import { leastHeight, type SlideTable, tableWidth } from './slide-table.ts'

const { hair, ink, muted, sunken } = paper

/** Where things lie on a slide of 13.33 by 7.5 inches. */
export const left = 0.6
export const bodyTop = 1.72
const bodyHeight = 4.75

/** `colour`: of the universe, `#rrggbb`. */
export function drawSlide(slide: Slide, shown: DeckSlide, request: DeckRequest, colour: string): void {
  const { locale } = request.content
  slide.addText(cut(shown.title, longestTitle), { placeholder: 'title', fontSize: titleSize(shown.title) })
  if (shown.above !== '')
    slide.addText(shown.above, {
      x: left,
      y: 0.32,
      w: 10,
      h: 0.3,
      margin: 0,
      fontSize: 12,
      color: bare(muted),
      bold: true,
    })
  if (shown.below !== '')
    slide.addText(cut(shown.below, longestRemark), {
      x: left,
      y: bodyTop + bodyHeight,
      w: tableWidth,
      h: 0.42,
      margin: 0,
      fontSize: shown.below.length > 200 ? 9 : 11,
      color: bare(muted),
      valign: 'bottom',
    })
  switch (shown.kind) {
    case 'chart':
      drawChart(slide, shown.chart, { x: left, y: bodyTop, w: tableWidth, h: bodyHeight }, colour)
      break
    case 'table':
      drawTable(slide, shown.table, deckText('table', locale, shown.title), colour)
      break
    case 'tiles':
      drawTiles(slide, shown.tiles, request, colour)
      break
    case 'texts':
      drawTexts(slide, shown.texts)
  }
}

const longestTitle = 180
const longestRemark = 420
const titleSize = ({ length }: string) => (length <= 70 ? 26 : length <= 110 ? 22 : 18)

function drawTable(slide: Slide, { columns, rows, widths, size }: SlideTable, name: string, colour: string): void {
  const line = (pt: number, color: string): Border => ({ type: 'solid', pt, color: bare(color) })
  const none: Border = { type: 'none' }
  const align = (at: number) => (columns[at]?.isNumber ? 'right' : 'left')
  const head = columns.map(({ title }, at): TableCell => {
    const border: CellBorders = [none, none, line(1.5, colour), none]
    return { text: title, options: { bold: true, color: bare(muted), align: align(at), valign: 'bottom', border } }
  })
  const body = rows.map((row) =>
    row.map(({ text, look, shade }, at): TableCell => {
      const border: CellBorders = [none, none, line(0.5, hair), none]
      const fill = shade === undefined ? {} : { fill: { color: bare(shade) } }
      return {
        text,
        options: Object.assign({ align: align(at), valign: 'middle', border } as const, lookOf(look), fill),
      }
    }),
  )
  slide.addTable([head, ...body], {
    x: left,
    y: bodyTop,
    w: tableWidth,
    colW: [...widths],
    fontSize: size,
    margin: [0.03, 0.06, 0.03, 0.06],
    autoPage: false,
    objectName: name,
    rowH: leastHeight,
  })
}
type CellBorders = [Border, Border, Border, Border]

/** Inches between tiles. */
const gap = 0.18

/** One row as far as four tiles, then two. */
function drawTiles(slide: Slide, tiles: readonly DocumentTile[], request: DeckRequest, colour: string): void {
  const inRow = tiles.length > 4 ? Math.ceil(tiles.length / 2) : Math.max(2, tiles.length)
  const w = (tableWidth - (inRow - 1) * gap) / inRow
  const h = tiles.length > 4 ? 2.25 : 2.9
  for (const [at, tile] of tiles.entries()) {
    const [x, y] = [left + (at % inRow) * (w + gap), bodyTop + Math.floor(at / inRow) * (h + gap)]
    drawTile(slide, tile, { x, y, w, h }, request, colour)
  }
}

type Room = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

function drawTile(slide: Slide, tile: DocumentTile, { x, y, w, h }: Room, { few }: DeckRequest, colour: string): void {
  const { title, value, isFew, beside, lines, bar } = tile
  const size = h > 2.5 ? 14 : 12
  const big: Told = isFew ? { text: few, look: 'words' } : { text: value, look: 'strong' }
  const runs: TextRun[] = [
    { text: cut(title, 60), options: { fontSize: size, bold: true, color: bare(muted), breakLine: true } },
    {
      text: big.text,
      options: Object.assign({ fontSize: isFew ? 18 : h > 2.5 ? 40 : 32, breakLine: beside === '' }, lookOf(big.look)),
    },
    ...(beside === ''
      ? []
      : [{ text: `  ${beside}`, options: { fontSize: size, color: bare(muted), breakLine: true } }]),
    ...lines
      .filter(({ text }) => text !== '' && !(isFew && text === few))
      .map(({ text, look }) => ({ text, options: Object.assign({ fontSize: size, breakLine: true }, lookOf(look)) })),
  ]
  slide.addText(runs, {
    x,
    y,
    w,
    h,
    shape: 'roundRect',
    rectRadius: 0.06,
    margin: [8, 8, 6, 8],
    valign: 'top',
    align: 'left',
    line: { color: bare(hair), width: 1 },
    fill: { color: 'FFFFFF' },
  })
  if (bar === null || isFew) return
  const [track, inner] = [y + h - 0.22, w - 0.3]
  const piece = (from: number, length: number, color: string, thick: number) =>
    slide.addShape('rect', {
      x: x + 0.15 + from,
      y: track - (thick - 0.07) / 2,
      w: length,
      h: thick,
      fill: { color: bare(color) },
    })
  piece(0, inner, sunken, 0.07)
  if (bar.value !== null && bar.value > 0) piece(0, inner * bar.value, colour, 0.07)
  if (bar.target !== null) piece(inner * bar.target, 0.02, ink, 0.16)
}

function drawTexts(slide: Slide, texts: readonly SlideText[]): void {
  if (texts.length === 0) return
  const runs = texts.flatMap(({ text, look, facts }): TextRun[] => {
    const whole = {
      breakLine: true,
      rtlMode: isRightToLeft(text),
      align: isRightToLeft(text) ? 'right' : 'left',
    } as const
    const own: TextRun = { text, options: Object.assign({}, whole, looks[look]) }
    if (facts === undefined || facts === '') return [own]
    return [own, { text: facts, options: { breakLine: true, fontSize: 10, color: bare(muted), paraSpaceAfter: 8 } }]
  })
  slide.addText(runs, { x: left, y: bodyTop, w: tableWidth, h: bodyHeight, margin: 0, valign: 'top' })
}

const looks: Readonly<Record<SlideText['look'], TextOptions>> = {
  plain: { fontSize: 16, color: bare(ink), paraSpaceAfter: 8 },
  muted: { fontSize: 14, color: bare(muted), paraSpaceAfter: 8 },
  heading: { fontSize: 20, bold: true, color: bare(ink), paraSpaceBefore: 8, paraSpaceAfter: 4 },
  item: { fontSize: 16, color: bare(ink), bullet: { indent: 16 }, paraSpaceAfter: 4 },
  quote: { fontSize: 13, color: bare(ink), paraSpaceAfter: 1 },
}
