import type { Drawing, Mark, MarkLook } from '@kaiku/core/drawing.ts'
import { paper } from '../document/paper-colour.ts'
import { xmlText } from '../table-file/sheet-xml.ts'

const { ink, muted, faint, hair, strong, primary, good, bad, warning, surface } = paper
const title = (fill: string) => ({ fill, 'font-size': '11' })
const dashed = (stroke: string, dashes: string, width = '1') => ({
  stroke,
  'stroke-width': width,
  'stroke-dasharray': dashes,
})
const line = (stroke: string, width: string) => ({
  fill: 'none',
  stroke,
  'stroke-width': width,
  'stroke-linejoin': 'round',
})

/** Marks as they are printed. */
const looks: Readonly<Record<MarkLook, Readonly<Record<string, string>>>> = {
  grid: { stroke: hair },
  track: { stroke: hair },
  tick: title(faint),
  event: dashed(warning, '1 3'),
  eventTitle: title(warning),
  target: dashed(muted, '8 4', '1.2'),
  targetTitle: { ...title(muted), stroke: surface, 'stroke-width': '3', 'paint-order': 'stroke' },
  band: { fill: primary, 'fill-opacity': '0.1' },
  before: { fill: 'none', ...dashed(strong, '3 4', '1.5') },
  average: line(ink, '1.6'),
  line: line(primary, '2.2'),
  dot: { fill: primary },
  few: { fill: surface, stroke: strong, 'stroke-width': '1.4' },
  now: { fill: primary, 'font-size': '12', 'font-weight': '600' },
  beforeTitle: title(muted),
  parent: dashed(strong, '2 2'),
  wanted: { stroke: good, 'stroke-width': '1.5' },
  whisker: { stroke: primary, 'stroke-width': '2' },
  whiskerFew: { stroke: strong },
  spark: line(primary, '1.6'),
  sparkDot: { fill: primary },
  badSpark: line(bad, '1.6'),
  badSparkDot: { fill: bad },
  manyLine: {},
  manyTitle: { 'font-size': '11', 'font-weight': '600' },
}
const lineColours = [primary, good, '#b23c17', '#7a1fa2', '#7d5a00', '#00627a', '#b0126b', muted]

/** A drawing as a picture of its own; empty for one without marks. */
export function svgOf({ width, height, marks }: Drawing): string {
  if (marks.length === 0) return ''
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Inter, DejaVu Sans">${marks.map(element).join('')}</svg>`
}

function element(mark: Mark): string {
  const look = attributes({ ...looks[mark.look], ...ownColour(mark) })
  if ('line' in mark) {
    const [x1, y1, x2, y2] = mark.line
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"${look}/>`
  }
  if ('path' in mark) return mark.path === '' ? '' : `<path d="${mark.path}"${look}/>`
  if ('circle' in mark) {
    const [x, y, radius] = mark.circle
    return `<circle cx="${x}" cy="${y}" r="${radius}"${look}/>`
  }
  const [x, y] = mark.at
  return `<text x="${x}" y="${y}"${attributes({ 'text-anchor': mark.anchor ?? 'start' })}${look}>${xmlText(mark.text)}</text>`
}

/** One line of several has a colour that no other has. */
function ownColour(mark: Mark): Readonly<Record<string, string>> {
  const colour = mark.of === undefined ? undefined : lineColours[mark.of % lineColours.length]
  if (colour === undefined) return {}
  return 'path' in mark ? line(colour, '2') : { fill: colour }
}

const attributes = (all: Readonly<Record<string, string>>) =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
