import { readColour } from '@kaiku/core/colour.ts'
import type { DocumentChart, DocumentPoint, DocumentSeries } from '../document/document-content.ts'
import { paper, thinned } from '../document/paper-colour.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import { columnName, xmlText } from '../table-file/sheet-xml.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'

const { ink, surface } = paper

/** The sheet that formulas of a chart name. */
const sheet = 'Sheet1'

/**
 * The series of a chart as DrawingML. The library writes zero or an empty value for a figure that there is not, and knows
 * no intervals; here such a point is left out, and each other one has its interval as an error bar.
 */
export const seriesXml = (chart: DocumentChart, colours: readonly string[]): string[] =>
  chart.series.map((one, at) => {
    const own = one.colours ?? [colours[at % colours.length] ?? ink]
    return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${parts(chart, one, at, own)}</c:ser>`
  })

function parts(chart: DocumentChart, { name, points }: DocumentSeries, at: number, colours: readonly string[]): string {
  const [colour = ink] = colours
  const column = columnName(at + 1)
  const rows = chart.categories.length
  const title = `<c:tx><c:strRef><c:f>${sheet}!$${column}$1</c:f>${texts([name])}</c:strRef></c:tx>`
  const categories = `<c:cat><c:strRef><c:f>${sheet}!$A$2:$A$${rows + 1}</c:f>${texts(chart.categories)}</c:strRef></c:cat>`
  const known = points.map(({ value }) => value)
  const values = `<c:val><c:numRef><c:f>${sheet}!$${column}$2:$${column}$${rows + 1}</c:f><c:numCache>${numbers(known, formatOf(chart))}</c:numCache></c:numRef></c:val>`
  const labels = labelsXml(chart, colour)
  if (chart.kind === 'line') {
    const line = `<c:spPr><a:ln w="28575" cap="rnd">${fill(colour)}<a:round/></a:ln></c:spPr>`
    const marker = `<c:marker><c:symbol val="circle"/><c:size val="6"/><c:spPr>${fill(colour)}<a:ln w="9525">${fill(surface)}</a:ln></c:spPr></c:marker>`
    const bars = chart.hasIntervals ? intervals(points, thinned(colour, 50), '<c:errDir val="y"/>') : ''
    return `${title}${line}${marker}${labels}${bars}${categories}${values}<c:smooth val="0"/>`
  }
  const look = `<c:spPr>${fill(colour)}</c:spPr><c:invertIfNegative val="0"/>`
  const each = colours.length < 2 ? '' : points.map((_, point) => ownBar(point, colours[point] ?? colour)).join('')
  const bars = chart.hasIntervals ? intervals(points, ink, '') : ''
  return `${title}${look}${each}${labels}${bars}${categories}${values}`
}

const ownBar = (at: number, colour: string) =>
  `<c:dPt><c:idx val="${at}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${fill(colour)}</c:spPr></c:dPt>`

const fill = (colour: string) => `<a:solidFill><a:srgbClr val="${colour.slice(1)}"/></a:solidFill>`

const texts = (all: readonly string[]) =>
  `<c:strCache><c:ptCount val="${all.length}"/>${all.map((text, at) => `<c:pt idx="${at}"><c:v>${xmlText(text)}</c:v></c:pt>`).join('')}</c:strCache>`

const numbers = (all: readonly (number | null)[], format: string) =>
  `<c:formatCode>${xmlText(format)}</c:formatCode><c:ptCount val="${all.length}"/>${all
    .map((value, at) => (value === null ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`))
    .join('')}`

/** How numbers are shown, as spreadsheets say it. */
export const formatOf = ({ decimals, suffix }: Pick<DocumentChart, 'decimals' | 'suffix'>): string =>
  `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}${suffix === '' ? '' : `"${suffix.replaceAll('"', '')}"`}`

/** How far the interval reaches to either side of the value. */
function intervals(points: readonly DocumentPoint[], colour: string, direction: string): string {
  if (!points.some(({ value, low, high }) => value !== null && low !== null && high !== null)) return ''
  const reach = (end: 'low' | 'high') =>
    points.map(({ value, [end]: limit }) => (value === null || limit === null ? 0 : Math.abs(limit - value)))
  const part = (name: string, end: 'low' | 'high') =>
    `<c:${name}><c:numLit>${numbers(reach(end), 'General')}</c:numLit></c:${name}>`
  const look = `<c:spPr><a:ln w="9525">${fill(colour)}</a:ln></c:spPr>`
  return `<c:errBars>${direction}<c:errBarType val="both"/><c:errValType val="cust"/><c:noEndCap val="0"/>${part('plus', 'high')}${part('minus', 'low')}${look}</c:errBars>`
}

/** Points that a line of its own can name. */
const mostLabels = 14
/** Percent below which a part of a bar has no room for its number. */
const leastPart = 5

function labelsXml(chart: DocumentChart, colour: string): string {
  const { kind, series, categories, hasIntervals } = chart
  const isShown = kind === 'line' ? series.length === 1 && categories.length <= mostLabels : true
  const isDark = (readColour(colour)?.reduce((sum, part) => sum + part, 0) ?? 0) < 380
  const letters = kind === 'stacked' && isDark ? surface : ink
  const format = kind === 'stacked' ? `[>=${leastPart}]0"${chart.suffix}";""` : formatOf(chart)
  const place = { line: 't', stacked: 'ctr', bar: hasIntervals ? 'inBase' : 'outEnd' }[kind]
  const size = kind === 'bar' && series.length > 1 ? 900 : 1100
  return `<c:dLbls><c:numFmt formatCode="${xmlText(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr><c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size}">${fill(letters)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr><c:dLblPos val="${place}"/><c:showLegendKey val="0"/><c:showVal val="${isShown ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>`
}

/** What stands behind a chart: its values, then the interval and the answers of each. A figure that is not shown is not there. */
export function chartSheet({ categories, series, decimals }: DocumentChart): WorkbookSheet {
  const columns = [
    { title: '' },
    ...series.map(({ name }) => ({ title: name, decimals })),
    ...series.flatMap(({ name }) => [
      { title: `${name} – 95 % min`, decimals },
      { title: `${name} – 95 % max`, decimals },
      { title: `${name} – n` },
    ]),
  ]
  const rows = categories.map((category, at): SheetCell[] => [
    category,
    ...series.map(({ points }) => points[at]?.value ?? null),
    ...series.flatMap(({ points }): SheetCell[] => {
      const { low = null, high = null, n = null } = points[at] ?? {}
      return [low, high, n]
    }),
  ])
  return { name: sheet, columns, rows: [rows] }
}
